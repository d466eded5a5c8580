import type { Connection } from 'mongoose';
import { HOUR_SECONDS } from '#shared/time-units.ts';
import {
  createRateLimiter,
  modelOfCounts,
  type RateLimit,
} from '#server/platform/lib/mongodb/rate-limiter.ts';
import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import type { Client } from '#server/platform/trpc/context.ts';

const COUNTS = { model: 'OptOutCount', collection: 'opt_out_counts' };

/** A household or an office behind one address. */
const NETWORK_LIMIT = { name: 'stop-network', attempts: 10, seconds: HOUR_SECONDS };
/** An IPv6 /48 may belong to one site. */
const SITE_LIMIT = { name: 'stop-site', attempts: 40, seconds: HOUR_SECONDS };
/** Above this, each network has only `BUSY_LIMIT` for the business: others are slowed down and never blocked. */
const BUSINESS_LIMIT = { name: 'stop-business', attempts: 300, seconds: HOUR_SECONDS };
const BUSY_LIMIT = { name: 'stop-busy', attempts: 2, seconds: HOUR_SECONDS };
/** For this machine in local mode, where tests stop many calls. */
const LOCAL_LIMIT = { name: 'stop-local', attempts: 500, seconds: HOUR_SECONDS };
const REFUSAL_LIMIT = { name: 'webhook-refused', attempts: 20, seconds: 60 };
/** More than any number is called back; the list of a user has no other limit for what people ask for. */
const ADDITION_LIMIT = { name: 'webhook-added', attempts: 600, seconds: 60 };

/** Returns the `opt_out_counts` model. */
export function optOutCountModel(connection: Connection) {
  return modelOfCounts(connection, COUNTS);
}

/** Creates the limit of refused webhooks, by network. */
export function createRefusalLimiter(connection: Connection) {
  return createRateLimiter(connection, COUNTS.collection, REFUSAL_LIMIT);
}

/** Creates the limit of numbers that webhooks add, by user. */
export function createAdditionLimiter(connection: Connection) {
  return createRateLimiter(connection, COUNTS.collection, ADDITION_LIMIT);
}

/** Limits the attempts on stop pages. */
export interface StopLimits {
  /** Counts an attempt of a client on the page of a business, or on an unknown page. Throws `AppError` TOO_MANY_REQUESTS. */
  take(client: Client, userId: string | undefined): Promise<void>;
}

/** Creates the limits; `local`: whether this machine has its own one. */
export function createStopLimits(connection: Connection, { local }: { local: boolean }): StopLimits {
  const limiter = (limit: RateLimit) => createRateLimiter(connection, COUNTS.collection, limit);
  const [ofNetwork, ofSite] = [limiter(NETWORK_LIMIT), limiter(SITE_LIMIT)];
  const [ofBusiness, whileBusy, ofLocal] = [
    limiter(BUSINESS_LIMIT),
    limiter(BUSY_LIMIT),
    limiter(LOCAL_LIMIT),
  ];
  return {
    async take({ network, site, onThisMachine }, userId) {
      if (local && onThisMachine) {
        refuseAfter(await ofLocal.take(network));
        return;
      }
      refuseAfter(await ofNetwork.take(network));
      if (site !== undefined) refuseAfter(await ofSite.take(site));
      if (userId !== undefined && (await ofBusiness.take(userId)) > 0)
        refuseAfter(await whileBusy.take(`${userId} ${site ?? network}`));
    },
  };
}

function refuseAfter(seconds: number): void {
  if (seconds > 0) throw tooManyRequests('Too many requests.', seconds);
}
