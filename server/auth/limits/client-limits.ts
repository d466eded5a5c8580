import type { Connection } from 'mongoose';
import { AppError } from '#server/lib/errors.ts';
import type { Client } from '#server/trpc/context.ts';
import { createAttemptLimiter, type AttemptLimiter } from './attempt-limiter.ts';

/** What is limited: failed sign-ins, registrations, and calls that ask for a mail. */
export type LimitedAction = 'sign-in' | 'registration' | 'mail';

/** So many tries within so many seconds, counted from the first. */
export interface Limit {
  tries: number;
  seconds: number;
}
export type Limits = Readonly<Record<LimitedAction, Limit>>;

const [MINUTE, QUARTER_HOUR, HOUR] = [60, 15 * 60, 60 * 60];

/** For one network: an office behind one address goes on working, a list of addresses is not tried through. */
export const NETWORK_LIMITS: Limits = {
  'sign-in': { tries: 30, seconds: QUARTER_HOUR },
  registration: { tries: 20, seconds: HOUR },
  mail: { tries: 20, seconds: HOUR },
};

/** For an IPv6 /48, which may be one holder's or a provider's: what four of its networks may do. */
export const SITE_LIMITS: Limits = {
  'sign-in': { tries: 120, seconds: QUARTER_HOUR },
  registration: { tries: 80, seconds: HOUR },
  mail: { tries: 80, seconds: HOUR },
};

/** For programs on this machine in local mode: test suites make their accounts by calls. */
export const LOCAL_LIMITS: Limits = {
  'sign-in': { tries: 100, seconds: QUARTER_HOUR },
  registration: { tries: 100, seconds: QUARTER_HOUR },
  mail: { tries: 100, seconds: QUARTER_HOUR },
};

/** For all clients together, so that many networks at once are slowed down; short, as it also stops the others. */
export const TOTAL_LIMITS: Limits = {
  'sign-in': { tries: 600, seconds: MINUTE },
  registration: { tries: 120, seconds: MINUTE },
  mail: { tries: 120, seconds: MINUTE },
};

/** Counts what a client does, over all processes. */
export interface ClientLimits {
  /** Takes one try of the client's network, its site and all clients. Throws TOO_MANY_REQUESTS, and then takes none. */
  take(action: LimitedAction, client: Client): Promise<void>;
  /** Returns a try that should not count after all. */
  release(action: LimitedAction, client: Client): Promise<void>;
}

/** Client limits over the `auth_attempts` collection; `onThisMachine` are the limits of this machine's own clients. */
export function createClientLimits(
  connection: Connection,
  { onThisMachine }: { onThisMachine: Limits },
): ClientLimits {
  const limiters = (scope: string, limits: Limits) => (action: LimitedAction) =>
    createAttemptLimiter(connection, { name: `${scope}:${action}`, ...limits[action] });
  const [networks, sites, own, total] = [
    byAction(limiters('network', NETWORK_LIMITS)),
    byAction(limiters('site', SITE_LIMITS)),
    byAction(limiters('this-machine', onThisMachine)),
    byAction(limiters('total', TOTAL_LIMITS)),
  ];
  /** What a try is counted by, the narrowest first. */
  function countersOf(action: LimitedAction, { network, site, onThisMachine: isOwn }: Client): Counter[] {
    const all = { limiter: total[action], key: ALL };
    if (isOwn) return [{ limiter: own[action], key: network }, all];
    const ofSite = site === undefined ? [] : [{ limiter: sites[action], key: site }];
    return [{ limiter: networks[action], key: network }, ...ofSite, all];
  }
  return {
    async take(action, client) {
      const taken: Counter[] = [];
      for (const counter of countersOf(action, client)) {
        const wait = await counter.limiter.take(counter.key);
        if (wait > 0) await giveBackTo(taken);
        refuseFor(wait);
        taken.push(counter);
      }
    },
    release: (action, client) => giveBackTo(countersOf(action, client)),
  };
}

interface Counter {
  limiter: AttemptLimiter;
  key: string;
}

async function giveBackTo(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limiter, key }) => limiter.release(key)));
}

const ALL = 'all';

function byAction(make: (action: LimitedAction) => AttemptLimiter): Record<LimitedAction, AttemptLimiter> {
  return { 'sign-in': make('sign-in'), registration: make('registration'), mail: make('mail') };
}

function refuseFor(seconds: number): void {
  if (seconds === 0) return;
  throw new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please try again later.', {
    retry_after: seconds,
  });
}
