import type { ContactListDraft } from '#shared/schemas/contact-lists.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CampaignsOfLists, ContactSource, ListReader } from '#server/features/campaigns/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { RequestKeyStore } from '#server/platform/request-keys/request-key-store.ts';
import type { ListJobs } from './api.ts';
import type { CampaignCall } from './person-history.ts';
import type { ContactListStore } from './contact-list-store.ts';
import type { ListContactStore } from './list-contact-store.ts';

/** Dependencies of saved contact lists. */
export interface ContactListsDeps {
  lists: ContactListStore;
  contacts: ListContactStore;
  requestKeys: RequestKeyStore;
  jobs: ListJobs;
  owners: Pick<Users, 'byUid'>;
  /** Receives contact lists, as campaigns do. */
  listReader: ListReader;
  /** Returns a source over the contacts of a small JSON body, read as the fields beside them say. */
  sourceOf: (contacts: readonly ContactInput[], draft: ContactListDraft) => ContactSource;
  /** Throws unless a user has a plan. */
  assertSubscribed: (userId: string) => Promise<void>;
  /** Returns the consent that counts for a list; throws CONSENT_REQUIRED where there is none. */
  consentOf: (userId: string, given: Consent | null | undefined) => Promise<Consent>;
  /** The campaigns that were made from lists. */
  campaigns: CampaignsOfLists;
  /** Returns the calls of a user's latest campaigns to a number. */
  callsTo: (userId: string, phone: string) => Promise<CampaignCall[]>;
  clock: Clock;
  log: Logger;
  /** How long an upload or a change may go without progress before it is swept. */
  leaseMs: number;
}
