import type { Connection } from 'mongoose';
import type { Env } from '#server/app/env/env.ts';
import type { Clock, RealClock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import type { ClockCheck } from '#server/platform/lib/mongodb/database-clock.ts';
import type { Secrets } from '#server/platform/lib/secrets/secrets.ts';
import type { Providers } from './providers/providers.ts';

/** What the features of a process are made of. */
export interface ProcessOptions {
  env: Env;
  connection: Connection;
  clock: Clock;
  log: Logger;
  /** Of a seed: the time without its shift, for the queues of jobs and mails, which other processes read too. */
  real?: RealClock;
  clockCheck?: ClockCheck;
  /** True for a process that only creates demo data, possibly beside a running system. */
  seedOnly?: boolean;
  /** The public base URL, without a trailing slash. */
  baseUrl?: string;
  /** The accepted secrets of carrier callback paths. */
  callbackSecrets?: readonly string[];
  /** The master secrets; without them, what they encrypt cannot be used. */
  secrets?: Secrets;
  /** A feature can be used if the providers that it needs are here. */
  providers?: Partial<Providers>;
  /** Measures the process; default: nothing. */
  instruments?: Instruments;
}
