import type { Request } from 'express';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import type { StopLimits } from './stop-page/stop-limits.ts';
import type { OptOutWebhookStore } from './webhook/webhook-store.ts';
import type { IdempotencyDeps } from '#server/platform/idempotency/idempotent.ts';
import type { RateLimiter } from '#server/platform/lib/mongodb/rate-limiter.ts';

/** What the opt-outs use. */
export interface OptOutDeps extends IdempotencyDeps {
  log: Logger;
  events: Pick<AccountEvents, 'record'>;
  profiles: Pick<CallingProfiles, 'ownerOfStopPage'>;
  doNotCall: Pick<DoNotCallList, 'addRequested'>;
  secretBox: SecretBox;
  webhooks: OptOutWebhookStore;
  /** Counts wrong signatures of a network. */
  refusals: Pick<RateLimiter, 'take'>;
  /** Counts the numbers that the webhook of a user adds. */
  additions: Pick<RateLimiter, 'take'>;
  stopLimits: StopLimits;
  /** Returns where a request came from. */
  clientOf(req: Request): Client;
  /** The base URL of this Hark, without a trailing slash. */
  publicUrl: string;
}
