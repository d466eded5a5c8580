import type { Users } from '#server/features/auth/api.ts';
import type { CampaignsOfLists, ListIntake } from '#server/features/campaigns/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { ListJobs } from './api.ts';
import type { CampaignCall } from './person-history.ts';
import type { ContactListStore } from './contact-list-store.ts';
import type { ListContactStore } from './list-contact-store.ts';

/** Dependencies of saved contact lists. */
export interface ContactListsDeps extends ListIntake {
  lists: ContactListStore;
  contacts: ListContactStore;
  idempotencyKeys: IdempotencyKeyStore;
  jobs: ListJobs;
  users: Pick<Users, 'byUid'>;
  /** The campaigns that were made from lists. */
  campaigns: CampaignsOfLists;
  /** Returns the calls of a user's latest campaigns to a number. */
  callsTo: (userId: string, phone: string) => Promise<CampaignCall[]>;
  clock: Clock;
  log: Logger;
  /** How long an upload or a change may go without progress before it is swept. */
  leaseMs: number;
}
