import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { RequestKeyStore } from '#server/request-keys/request-key-store.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { PreparationStore } from './preparation/preparation-store.ts';
import type { CampaignContacts, CampaignVoices, CreditHolds, DropEngine, Subscriptions } from './ports.ts';

/** Dependencies of the campaigns feature. */
export interface CampaignsDeps {
  campaigns: CampaignStore;
  preparations: PreparationStore;
  requestKeys: RequestKeyStore;
  contacts: CampaignContacts;
  engine: DropEngine;
  ledger: CreditHolds;
  voices: CampaignVoices;
  subscriptions: Subscriptions;
  /** Timestamps of records; the demo seed shifts it. */
  clock: Clock;
  /** Unshifted time, for leases shared between processes. */
  realTime: Clock;
  log: Logger;
  /** Folder of uploaded files while they are processed. */
  spoolDir: string;
  /** How long a preparation may go without a heartbeat before it is swept. */
  preparationLeaseMs: number;
}
