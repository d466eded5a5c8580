import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { RequestKeyStore } from '#server/request-keys/request-key-store.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { PreparationStore } from './preparation/preparation-store.ts';
import type { CampaignContacts, CampaignVoices, CreditHolds, DropEngine, Subscriptions } from './ports.ts';

/** What the use cases of campaigns work with. */
export interface CampaignsDeps {
  campaigns: CampaignStore;
  preparations: PreparationStore;
  requestKeys: RequestKeyStore;
  contacts: CampaignContacts;
  engine: DropEngine;
  ledger: CreditHolds;
  voices: CampaignVoices;
  subscriptions: Subscriptions;
  /** Dates what is recorded. */
  clock: Clock;
  /** The time that leases go by: that of all processes, whatever `clock` says. */
  realTime: Clock;
  log: Logger;
  /** Where uploaded files wait while they are read. */
  spoolDir: string;
  /** How long a preparation may go without a heartbeat before it is swept. */
  preparationLeaseMs: number;
}
