import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import { EnvError, refuseUnsafe } from './env-rules.ts';
import { settingsSchema, type Env, type LocalProviders } from './env-settings.ts';
import { isEmbeddedMongodbInstalled } from '../../emulators/mongodb/installed.ts';
import { isLocalName } from '../../platform/lib/local-name.ts';
import '../../platform/lib/text/zod-messages.ts';

export { EnvError, refuseUnencryptedCopies } from './env-rules.ts';
export type { Env, LocalProviders } from './env-settings.ts';

/** Other programs read these in lower case, so that machines have them in one case or in both. */
const IN_EITHER_CASE = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/**
 * Parses the settings in `source`, usually `process.env`. Empty values count as unset.
 * Throws `EnvError` for an invalid value or an unsafe combination.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const name of IN_EITHER_CASE) given[name] ??= given[name.toLowerCase()];
  const result = settingsSchema.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new EnvError(`${String(issue?.path[0] ?? 'environment')}: ${issue?.message ?? 'invalid value'}`);
  }
  const env: Env = { ...result.data, local: localProviders(result.data) };
  refuseUnsafe(env);
  return env;
}

/** Returns the settings of this process. Throws `EnvError` also where they ask for an emulator that is not installed. */
export function readEnv(): Env {
  // First: production would ask to allow a database that cannot be had.
  if (!process.env['MONGODB_URI'] && !isEmbeddedMongodbInstalled())
    throw new EnvError(
      'MONGODB_URI: must be set; the embedded MongoDB is for development and is not installed here',
    );
  return parseEnv(process.env);
}

function localProviders(env: Omit<Env, 'local'>): LocalProviders {
  return {
    database: env.MONGODB_URI === undefined,
    payments: env.STRIPE_SECRET_KEY === undefined,
    carrier: env.DROPCOWBOY_KEY === undefined,
    speech: env.ELEVENLABS_API_KEY === undefined,
    mail: env.SMTP_URL === undefined,
    objects: env.S3_BUCKET === undefined,
  };
}

/** Long enough for a proxy that checks `/readyz` every second. */
const DEFAULT_DRAIN_SECONDS = 3;

/**
 * Returns for how many seconds a process that stops still serves requests, while `/readyz` is 503. A process that does
 * everything has no other that could take its requests.
 */
export function drainSeconds({ DRAIN_SECONDS, HARK_ROLE }: Pick<Env, 'DRAIN_SECONDS' | 'HARK_ROLE'>): number {
  return DRAIN_SECONDS ?? (HARK_ROLE === 'web' ? DEFAULT_DRAIN_SECONDS : 0);
}

/**
 * Whether the emulator pages, which expose all accounts, may be served: never in production, and not if requests of
 * other machines may appear to come from this one.
 */
export function allowsLocalPages({
  NODE_ENV,
  TRUST_PROXY,
  PUBLIC_URL,
}: Pick<Env, 'NODE_ENV' | 'TRUST_PROXY' | 'PUBLIC_URL'>): boolean {
  const isReachedDirectly =
    TRUST_PROXY === undefined && (PUBLIC_URL === undefined || isLocalName(new URL(PUBLIC_URL).host));
  return NODE_ENV !== 'production' && isReachedDirectly;
}

/** Returns whether the wait for calling hours is skipped, which only the local carrier allows. */
export function callingMode({ CALLING_HOURS, local }: Pick<Env, 'CALLING_HOURS' | 'local'>): CallingMode {
  return CALLING_HOURS ?? (local.carrier ? 'skip-waits' : 'enforce');
}
