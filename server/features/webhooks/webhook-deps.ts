import type { ReadyLists } from '#server/features/contact-lists/api.ts';
import type { VoiceEnds } from '#server/features/voices/api.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CreditAlerts } from '#server/features/billing/api.ts';
import type { StatusHistories } from '#server/features/campaigns/api.ts';
import type { CreditEventsSince, CreditLedger } from '#server/features/credits/api.ts';
import type { BackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { RateLimiter } from '#server/platform/lib/mongodb/rate-limiter.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { IdempotencyKeyStore } from '#server/platform/idempotency/idempotency-key-store.ts';
import type { ChangedNumbers } from '#server/features/do-not-call/suppressions/api.ts';
import type { AddressRules } from './addresses/address-rules.ts';
import type { Resolve } from './addresses/resolve-name.ts';
import type { DeliveryStore } from './delivery/delivery-store.ts';
import type { LaneStore } from './delivery/lane-store.ts';
import type { SendRequest } from './delivery/send-request.ts';
import type { EndpointStore } from './endpoints/endpoint-store.ts';
import type { CursorStore } from './events/cursor-store.ts';

/** Dependencies of the use cases. */
export interface WebhookDeps {
  /** The same time in all processes. */
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** For mails that this feature repeats itself. */
  mailer: Mailer;
  /** Keeps what the mail server does not take, and sends it again. */
  notices: Mailer;
  /** Base URL of mailed links, without a trailing slash. */
  publicUrl: string;
  users: Pick<Users, 'byUid'>;
  /** The history of accounts. */
  events: AccountEvents;
  secretBox: SecretBox;
  idempotencyKeys: IdempotencyKeyStore;
  rules: AddressRules;
  /** Tells the workers, in any process, that something is due. */
  due: { announce(): void; onAnnounced(listener: () => void): void };
  statuses: StatusHistories;
  ledger: Pick<CreditLedger, 'balance'>;
  creditEvents: CreditEventsSince;
  creditAlerts: CreditAlerts;
  numbers: ChangedNumbers;
  voiceEnds: VoiceEnds;
  readyLists: ReadyLists;
  resolve: Resolve;
  send: SendRequest;
  endpoints: EndpointStore;
  deliveries: DeliveryStore;
  lanes: LaneStore;
  cursors: CursorStore;
  background: BackgroundTasks;
  /** Tests and repeated deliveries of a user. */
  sendLimit: Pick<RateLimiter, 'take' | 'clear'>;
  /** Replays of a user. */
  replayLimit: Pick<RateLimiter, 'take' | 'clear'>;
  /** Mails to a user about changed endpoints. */
  mailLimit: Pick<RateLimiter, 'take' | 'clear'>;
}
