import type { Connection } from 'mongoose';
import { DAY_SECONDS } from '#shared/time-units.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { createKeyedMutex } from '#server/platform/lib/concurrency/keyed-mutex.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import { clearAttempts, createAttemptLimiter } from './attempt-store.ts';
import type { ClientLimits } from './client-limits.ts';
import { rewardAll, takeAll, type Counter } from './counters.ts';
import { createGrowingDelay } from './growing-delay-store.ts';

const QUARTER_HOUR = 15 * 60;
/** Failed sign-ins at one address from one network, and from one known browser of its account. */
const LIMIT = { attempts: 10, seconds: QUARTER_HOUR };
/** Failed sign-ins at one address from all browsers that its account does not know: about 100 guesses a day. */
const ADDRESS_DELAY = {
  name: 'sign-in-address',
  free: 10,
  firstSeconds: 60,
  longestSeconds: QUARTER_HOUR,
  forgottenAfterSeconds: DAY_SECONDS,
};

/** A sign-in that is tried. */
export interface SignInAttempt {
  /** The normalized e-mail address; it need not have an account. */
  address: string;
  client: Client;
  /** The id of the browser, if the account of the address knows it. */
  browserId: string | undefined;
}

/** Limits failed sign-ins. */
export interface SignInLimits {
  /**
   * Runs the check of a password, unless there were too many failures. A known browser of the account has attempts of its
   * own, which nobody else can use up. Throws `AppError` TOO_MANY_REQUESTS, or what the check throws.
   */
  run<T>(attempt: SignInAttempt, check: () => Promise<T>): Promise<T>;
  /** Forgets the failures of an address, in all networks. */
  clear(address: string): Promise<void>;
}

/** Creates sign-in limits over the `auth_attempts` collection. Addresses without an account have the same limits. */
export function createSignInLimits(
  connection: Connection,
  { clock, clientLimits }: { clock: Clock; clientLimits: ClientLimits },
): SignInLimits {
  const exclusive = createKeyedMutex();
  const browsers = createAttemptLimiter(connection, { name: 'sign-in-browser', ...LIMIT });
  const networks = createAttemptLimiter(connection, { name: 'sign-in', ...LIMIT });
  const addresses = createGrowingDelay(connection, clock, ADDRESS_DELAY);
  const inNetwork = ({ address, client }: SignInAttempt) => `${address} ${client.network}`;

  /** The limits of a browser that the account does not know, the one that affects the fewest others first. */
  const unknownBrowser = (attempt: SignInAttempt): Counter[] => [
    { limiter: networks, key: inNetwork(attempt) },
    { limiter: addresses, key: attempt.address },
  ];
  return {
    run(attempt, check) {
      const { address, client, browserId } = attempt;
      if (browserId !== undefined) {
        const counters = [{ limiter: browsers, key: browserId }];
        return exclusive(`browser:${browserId}`, () => countFailure(counters, check));
      }
      // The mutexes keep parallel successful sign-ins from using up the limits.
      return exclusive(`network:${client.network}`, () =>
        exclusive(`address:${address}`, () =>
          countInNetwork(clientLimits, client, () => countFailure(unknownBrowser(attempt), check)),
        ),
      );
    },
    async clear(address) {
      await Promise.all([addresses.clear(address), clearAttempts(connection, `sign-in:${address} `)]);
    },
  };
}

const REFUSED = 'Too many failed attempts.';

/** Counts a failure before the check and takes it back afterwards, so that parallel guesses cannot exceed a limit. */
function countFailure<T>(counters: readonly Counter[], check: () => Promise<T>): Promise<T> {
  return counted(
    {
      take: () => takeAll(counters, REFUSED),
      reward: () => rewardAll(counters),
      succeed: () => Promise.all(counters.map(({ limiter, key }) => limiter.clear(key))),
    },
    check,
  );
}

/** The same for the network of the client. An address that is refused must not use up the limit of its network. */
function countInNetwork<T>(clientLimits: ClientLimits, client: Client, check: () => Promise<T>): Promise<T> {
  const reward = () => clientLimits.reward('sign-in', client);
  return counted({ take: () => clientLimits.take('sign-in', client), reward, succeed: reward }, check);
}

/** Runs a check as an attempt that counts only if it finds a wrong password. */
async function counted<T>(
  { take, reward, succeed }: Record<'take' | 'reward' | 'succeed', () => Promise<unknown>>,
  check: () => Promise<T>,
): Promise<T> {
  await take();
  try {
    const result = await check();
    await succeed();
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) await reward();
    throw error;
  }
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof AppError && error.code === 'INVALID_CREDENTIALS';
}
