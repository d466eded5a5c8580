import type { MessageRules } from '#shared/messages/message-verdict.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { SavedLists } from '#server/features/contact-lists/api.ts';
import type { CampaignStore } from './stores/campaign-store.ts';
import type { StatusStore } from './stores/status-store.ts';
import type { DraftStore } from './drafts/draft-store.ts';
import type { ConsentStore } from './consent/consent-store.ts';
import { createListReader, type ListReader } from './contact-list/list-reader.ts';
import type { Spool } from '#server/platform/lib/uploads/spool.ts';
import type { ErasureStore } from './erasure/erasure-store.ts';
import type { OverviewStore } from './overview/overview-store.ts';
import type { AutomaticRetryStore } from './automatic-retries/automatic-retry-store.ts';
import type { PreparationStore } from './preparation/preparation-store.ts';
import type { ReplacementStore } from './replacement/replacement-store.ts';
import type {
  CampaignContacts,
  CampaignJobs,
  EraseCampaign,
  EraseContacts,
  EraseCounts,
  CancelCalls,
} from '#server/features/drops/api.ts';
import type { Voices } from '#server/features/voices/api.ts';
import type {
  CallingCalendar,
  CallingProfiles,
  CallLog,
  ContactPlaces,
  PlanCalls,
  PlannedEnd,
} from '#server/features/calling/api.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';

const PREPARATION_LEASE_MS = 30_000;

/** Dependencies of the campaigns feature. */
export interface CampaignsDeps {
  campaigns: CampaignStore;
  statuses: Pick<StatusStore, 'transition' | 'commitPreparation' | 'voidPreparation'>;
  overview: OverviewStore;
  preparations: PreparationStore;
  automaticRetries: AutomaticRetryStore;
  replacements: ReplacementStore;
  idempotencyKeys: IdempotencyKeyStore;
  contacts: CampaignContacts;
  jobs: CampaignJobs;
  cancelCalls: CancelCalls;
  eraseCampaign: EraseCampaign;
  eraseContacts: EraseContacts;
  eraseCounts: EraseCounts;
  erasures: ErasureStore;
  /** Days after which the contacts of a finished campaign are erased; they are kept if it is undefined. */
  contactRetentionDays: number | undefined;
  users: Pick<Users, 'byUid'>;
  ledger: CreditLedger;
  voices: Voices;
  messageRules: MessageRules;
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue' | 'periodStartOf'>;
  doNotCall: Pick<DoNotCallList, 'among'>;
  places: Pick<ContactPlaces, 'keyOf'>;
  calendar: Pick<CallingCalendar, 'nextOpening' | 'openUntil' | 'mode'>;
  callLog: Pick<CallLog, 'tooOften'>;
  callingProfiles: Pick<CallingProfiles, 'find'>;
  consents: ConsentStore;
  drafts: DraftStore;
  planCalls: PlanCalls;
  plannedEnd: PlannedEnd;
  /** The time of records and leases, the same in all processes. */
  clock: Clock;
  log: Logger;
  /** Receives contact lists. */
  listReader: ListReader;
  /** Saved contact lists, which campaigns can be made from. */
  savedLists: SavedLists;
  /** Uploaded files while they are processed. */
  spool: Spool;
  /** How long a preparation may go without a heartbeat before it is swept. */
  preparationLeaseMs: number;
}

/** What campaigns need of the app. */
interface CampaignNeeds extends Pick<
  CampaignsDeps,
  'clock' | 'log' | 'spool' | 'ledger' | 'subscriptions' | 'callingProfiles'
> {
  env: { CONTACT_RETENTION_DAYS?: number | undefined };
  stores: Pick<
    CampaignsDeps,
    | 'campaigns'
    | 'statuses'
    | 'overview'
    | 'preparations'
    | 'automaticRetries'
    | 'replacements'
    | 'erasures'
    | 'consents'
    | 'drafts'
  >;
  users: CampaignsDeps['users'];
  keys: Pick<CampaignsDeps, 'idempotencyKeys'>;
  queues: { drops: CampaignJobs };
  drops: {
    forCampaigns: Pick<
      CampaignsDeps,
      'contacts' | 'cancelCalls' | 'eraseCampaign' | 'eraseContacts' | 'eraseCounts'
    >;
  };
  campaignVoices: Voices;
  contactLists: { savedLists: SavedLists };
  suppressions: Pick<CampaignsDeps, 'doNotCall'>;
  calling: Pick<CampaignsDeps, 'places' | 'calendar' | 'callLog' | 'planCalls' | 'plannedEnd'>;
  callingSettings: Pick<CampaignsDeps, 'messageRules'>;
}

/** Creates what the use cases of campaigns need. */
export function createCampaignsDeps(app: CampaignNeeds): CampaignsDeps {
  const { clock, log, spool, ledger, subscriptions, callingProfiles, calling } = app;
  return {
    ...app.stores,
    ...app.drops.forCampaigns,
    clock,
    log,
    spool,
    ledger,
    subscriptions,
    callingProfiles,
    idempotencyKeys: app.keys.idempotencyKeys,
    jobs: app.queues.drops,
    users: app.users,
    voices: app.campaignVoices,
    doNotCall: app.suppressions.doNotCall,
    places: calling.places,
    calendar: calling.calendar,
    callLog: calling.callLog,
    planCalls: calling.planCalls,
    plannedEnd: calling.plannedEnd,
    messageRules: app.callingSettings.messageRules,
    contactRetentionDays: app.env.CONTACT_RETENTION_DAYS,
    listReader: createListReader({ spool }),
    savedLists: {
      open: (userId, listId) => app.contactLists.savedLists.open(userId, listId),
      save: (request) => app.contactLists.savedLists.save(request),
    },
    preparationLeaseMs: PREPARATION_LEASE_MS,
  };
}
