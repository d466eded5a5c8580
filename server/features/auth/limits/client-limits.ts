import type { Connection } from 'mongoose';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#shared/time-units.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import { createAttemptLimiter, type AttemptLimiter } from './attempt-store.ts';
import { rewardAll, takeAll, type Counter } from './counters.ts';

/** The limited actions: failed sign-ins, registrations and calls that send a mail. */
export type LimitedAction = 'sign-in' | 'registration' | 'mail';

/** Maximum attempts per window; the window starts with the first attempt. */
export interface Limit {
  attempts: number;
  seconds: number;
}
export type Limits = Readonly<Record<LimitedAction, Limit>>;

const QUARTER_HOUR_SECONDS = 15 * MINUTE_SECONDS;

/** Per network: high enough for an office behind one address, too low to try a list of addresses. */
export const NETWORK_LIMITS: Limits = {
  'sign-in': { attempts: 30, seconds: QUARTER_HOUR_SECONDS },
  registration: { attempts: 20, seconds: HOUR_SECONDS },
  mail: { attempts: 20, seconds: HOUR_SECONDS },
};

/** Per IPv6 /48, which may belong to one site or to a provider: four times the limit of a network. */
export const SITE_LIMITS: Limits = {
  'sign-in': { attempts: 120, seconds: QUARTER_HOUR_SECONDS },
  registration: { attempts: 80, seconds: HOUR_SECONDS },
  mail: { attempts: 80, seconds: HOUR_SECONDS },
};

/** Per client on this machine in local mode: test suites create many accounts. */
export const LOCAL_LIMITS: Limits = {
  'sign-in': { attempts: 100, seconds: QUARTER_HOUR_SECONDS },
  registration: { attempts: 100, seconds: QUARTER_HOUR_SECONDS },
  mail: { attempts: 100, seconds: QUARTER_HOUR_SECONDS },
};

/** For all clients together. The window is short because the limit also affects legitimate clients. */
export const TOTAL_LIMITS: Limits = {
  'sign-in': { attempts: 600, seconds: MINUTE_SECONDS },
  registration: { attempts: 120, seconds: MINUTE_SECONDS },
  mail: { attempts: 120, seconds: MINUTE_SECONDS },
};

/** Counts attempts of clients, across all processes. */
export interface ClientLimits {
  /** Counts one attempt for the network, its site and in total. Throws `AppError` TOO_MANY_REQUESTS and counts nothing. */
  take(action: LimitedAction, client: Client): Promise<void>;
  /** Takes back a counted attempt. */
  reward(action: LimitedAction, client: Client): Promise<void>;
}

/** Creates client limits over the `auth_attempts` collection; `local` applies to clients on this machine. */
export function createClientLimits(connection: Connection, { local }: { local: Limits }): ClientLimits {
  const limiters = (scope: string, limits: Limits) => (action: LimitedAction) =>
    createAttemptLimiter(connection, { name: `${scope}:${action}`, ...limits[action] });
  const networkLimiters = byAction(limiters('network', NETWORK_LIMITS));
  const siteLimiters = byAction(limiters('site', SITE_LIMITS));
  const localLimiters = byAction(limiters('this-machine', local));
  const totalLimiters = byAction(limiters('total', TOTAL_LIMITS));
  /** Returns the counters of an attempt, the narrowest first. */
  function countersOf(action: LimitedAction, { network, site, onThisMachine }: Client): Counter[] {
    const total = { limiter: totalLimiters[action], key: TOTAL_KEY };
    if (onThisMachine) return [{ limiter: localLimiters[action], key: network }, total];
    const ofSite = site === undefined ? [] : [{ limiter: siteLimiters[action], key: site }];
    return [{ limiter: networkLimiters[action], key: network }, ...ofSite, total];
  }
  return {
    take: (action, client) => takeAll(countersOf(action, client), 'Too many requests.'),
    reward: (action, client) => rewardAll(countersOf(action, client)),
  };
}

const TOTAL_KEY = 'all';

function byAction(create: (action: LimitedAction) => AttemptLimiter): Record<LimitedAction, AttemptLimiter> {
  return { 'sign-in': create('sign-in'), registration: create('registration'), mail: create('mail') };
}
