import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import type { CampaignStats, LiveUpdate } from '#shared/schemas/live.ts';
import {
  arrayOf,
  isBoolean,
  isInteger,
  isString,
  nullable,
  objectOf,
  oneOf,
  optional,
  type Guard,
} from '../guards.ts';

const isCampaignStats = objectOf<CampaignStats>({
  id: isString,
  name: isString,
  drop_date: isString,
  status: oneOf(CAMPAIGN_STATUSES),
  status_message: isString,
  status_reason: nullable(isString),
  next_calls: nullable(objectOf<NonNullable<CampaignStats['next_calls']>>({ at: isString, zone: isString })),
  total: isInteger,
  delivered: isInteger,
  failed: isInteger,
  settled: isInteger,
  pending: isInteger,
  retryable: isInteger,
  held: isInteger,
  completed: isBoolean,
});

/**
 * Whether a message of the stream is an update. It accepts what `liveUpdateSchema` accepts (live-events.test.ts) without
 * zod, which would add 16 KB to the first load (client/app/decisions/0003-live-updates-are-checked.md).
 */
export const isLiveUpdate: Guard<LiveUpdate> = objectOf<LiveUpdate>({
  campaigns: arrayOf(isCampaignStats),
  gone: arrayOf(isString),
  credits: optional(objectOf<NonNullable<LiveUpdate['credits']>>({ balance: isInteger, held: isInteger })),
});

/** The first event of a stream; a silence of `reconnectAfterInactivityMs` milliseconds means that it was lost. */
export const isConnected = objectOf<{ reconnectAfterInactivityMs?: number | undefined }>({
  reconnectAfterInactivityMs: optional(isInteger),
});

/** The error that ends a stream. */
export const isStreamError = objectOf<{ data: { appCode: string } }>({
  data: objectOf({ appCode: isString }),
});
