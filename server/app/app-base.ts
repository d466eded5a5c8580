import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { allowsLocalPages, type Env } from '#server/app/env/env.ts';
import { clientOf } from '#server/platform/http/sessions/authenticate.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { createSecretBox, type SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { createSpool, type Spool } from '#server/platform/lib/uploads/spool.ts';
import type { ProcessOptions } from './process-options.ts';
import type { Providers } from './providers/providers.ts';

/** What the modules of a process are made of. */
export interface AppBase {
  env: Env;
  connection: Connection;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Where uploads are received. */
  spool: Spool;
  /** The base URL of links, without a trailing slash. */
  publicUrl: string;
  /** The accepted secrets of carrier callback paths. */
  callbackSecrets: readonly string[];
  /** Whether pages of this machine are served, in local mode. */
  isLocal: boolean;
  /** Returns the encryption of stored secrets of a kind. Throws without master secrets, as in support commands. */
  secretBoxFor: (purpose: string) => SecretBox;
  /** Returns where a request came from. */
  clientOf: typeof clientOf;
  /** Reading one that the process does not have throws. */
  providers: Providers;
}

/** Returns what the modules of a process are made of. */
export function appBase(options: ProcessOptions): AppBase {
  const { env, connection, clock, log, baseUrl = '', providers = {} } = options;
  const { metrics } = options.instruments ?? NO_INSTRUMENTS;
  const base = { env, connection, clock, log, metrics };
  return {
    ...base,
    spool: createSpool({ dir: join(env.DATA_DIR, 'spool') }),
    publicUrl: baseUrl,
    callbackSecrets: options.callbackSecrets ?? [],
    isLocal: allowsLocalPages(env),
    secretBoxFor(purpose) {
      if (options.secrets === undefined) throw new Error('The secrets are missing.');
      return createSecretBox(deriveSecrets(options.secrets, purpose));
    },
    clientOf,
    providers: orThrow(providers),
  };
}

function orThrow(providers: Partial<Providers>): Providers {
  return new Proxy(providers as Providers, {
    get(given, name: keyof Providers) {
      const provider = given[name] as Providers[typeof name] | undefined;
      if (provider === undefined) throw new Error(`The provider "${name}" is missing.`);
      return provider;
    },
  });
}
