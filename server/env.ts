import { isIP } from 'node:net';
import { z } from 'zod';
import { CALLING_MODES, type CallingMode } from '#shared/schemas/calling/calling.ts';
import {
  days,
  networks,
  origin,
  pageAddress,
  pairs,
  proxies,
  proxyAddress,
  proxyExceptions,
  secrets,
} from './env-formats.ts';
import { isLocalName } from './lib/local-name.ts';
import './lib/text/zod-messages.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);
const emailAddress = z.email();
const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;
const EMULATORS = ['database', 'payments', 'carrier', 'speech', 'mail', 'objects'] as const;
type Emulator = (typeof EMULATORS)[number];

/** The emulators allowed in production: comma-separated names, `1` for all, `0` for none. */
const emulators = z
  .string()
  .transform((value): string[] => {
    if (['1', 'true'].includes(value)) return [...EMULATORS];
    return ['0', 'false'].includes(value) ? [] : value.split(',').map((name) => name.trim());
  })
  .pipe(
    z.array(z.enum(EMULATORS, { error: `must be 1, or a comma-separated list of ${EMULATORS.join(', ')}` })),
  );

/** A process must stop within 10 s, of which open requests may take 5 s. */
const MAX_DRAIN_SECONDS = 4;

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z
    .string()
    .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), 'must be an address or a host name')
    .default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  DATA_DIR: z.string().default('./.data'),
  HARK_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(MAX_DRAIN_SECONDS).optional(),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  DROPCOWBOY_KEY: z.string().optional(),
  DROPCOWBOY_SECRET: z.string().optional(),
  DROPCOWBOY_PHONE_LINE_ID: z.string().optional(),
  ELEVENLABS_API_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address such as Hark <hello@hark.example>',
    )
    .default('Hark <hello@hark.example>'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as hark-objects')
    .optional(),
  S3_ENDPOINT: origin.optional(),
  S3_ENCRYPTION: z.enum(['AES256', 'none'], { error: 'must be AES256 or none' }).optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  REQUIRE_EMAIL_VERIFICATION: flag.optional(),
  SESSION_SECRET: secrets.optional(),
  SUPPORT_EMAIL: emailAddress.default('support@hark.example'),
  SALES_EMAIL: emailAddress.default('sales@hark.example'),
  PRIVACY_URL: pageAddress.default('/privacy'),
  TERMS_URL: pageAddress.default('/terms'),
  DROPS_PER_MINUTE: z.coerce.number().int().positive().default(60_000),
  CONTACT_RETENTION_DAYS: days.optional(),
  CALLING_HOURS: z.enum(CALLING_MODES, { error: 'must be enforce or skip-waits' }).optional(),
  CALLING_RULES_FILE: z.string().optional(),
  WEBHOOK_NETWORKS: networks.default([]),
  HTTPS_PROXY: proxyAddress.optional(),
  HTTP_PROXY: proxyAddress.optional(),
  NO_PROXY: proxyExceptions.default([]),
  METRICS_PORT: port.optional(),
  HEALTH_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('hark'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HARK_ALLOW_LOCAL: emulators.default([]),
  /** Seed the demo account into an empty local database; the start script sets it. */
  HARK_SEED_DEMO: flag.default(false),
  /** Serve the client from its sources with hot reload; `npm run dev` sets it. */
  HARK_DEV: flag.default(false),
});

export type Env = z.infer<typeof schema> & { local: LocalProviders };

/** Which providers run as local emulators. */
export type LocalProviders = Record<Emulator, boolean>;

/** An invalid setting; the message is one line and the process exits with code 2. */
export class EnvError extends Error {}

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
  const result = schema.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new EnvError(`${String(issue?.path[0] ?? 'environment')}: ${issue?.message ?? 'invalid value'}`);
  }
  const env: Env = { ...result.data, local: localProviders(result.data) };
  refuseUnsafe(env);
  return env;
}

/** Returns the settings of this process. */
export function readEnv(): Env {
  return parseEnv(process.env);
}

function localProviders(env: z.infer<typeof schema>): LocalProviders {
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

/** Throws `EnvError` if production would use an emulator that is not allowed, or send insecure cookies. */
function refuseUnsafeInProduction(env: Env): void {
  const refused = EMULATORS.filter((name) => env.local[name] && !env.HARK_ALLOW_LOCAL.includes(name));
  if (refused.length > 0) {
    const names = refused.join(',');
    throw new EnvError(
      `NODE_ENV: production refuses local emulators; set HARK_ALLOW_LOCAL=${names} to allow these`,
    );
  }
  if (env.SESSION_SECRET === undefined) throw new EnvError('SESSION_SECRET: must be set in production');
  const isHttps = env.PUBLIC_URL?.startsWith('https:') === true;
  if (isHttps && env.HARK_ROLE !== 'worker' && env.TRUST_PROXY === undefined)
    throw new EnvError('TRUST_PROXY: must be set in production where PUBLIC_URL is https');
}

/** Throws `EnvError` for settings that must not be combined. */
function refuseUnsafe(env: Env): void {
  if (env.NODE_ENV === 'production') refuseUnsafeInProduction(env);
  const liveStripe = /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '');
  if (liveStripe && env.local.carrier)
    throw new EnvError('STRIPE_SECRET_KEY: a live key is refused together with the local carrier');
  if (
    !env.local.payments &&
    (env.STRIPE_PUBLISHABLE_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined)
  ) {
    throw new EnvError(
      'STRIPE_SECRET_KEY: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set with it',
    );
  }
  if (
    !env.local.carrier &&
    (env.DROPCOWBOY_SECRET === undefined || env.DROPCOWBOY_PHONE_LINE_ID === undefined)
  ) {
    throw new EnvError('DROPCOWBOY_KEY: DROPCOWBOY_SECRET and DROPCOWBOY_PHONE_LINE_ID must be set with it');
  }
  refuseUnsafeBucket(env);
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT && env.PORT !== 0)
    throw new EnvError('METRICS_PORT: must be another port than PORT');
  if (!env.local.carrier && env.CALLING_HOURS === 'skip-waits')
    throw new EnvError('CALLING_HOURS: skip-waits is refused together with a live carrier');
  if (!env.local.carrier && env.PUBLIC_URL === undefined)
    throw new EnvError('PUBLIC_URL: must be set with DROPCOWBOY_KEY, for its callbacks');
}

/** Throws `EnvError` for settings of the bucket that cannot work together. */
function refuseUnsafeBucket(env: Env): void {
  if (env.S3_BUCKET === undefined) {
    if (env.S3_ENDPOINT !== undefined) throw new EnvError('S3_ENDPOINT: S3_BUCKET must be set with it');
    return;
  }
  if ((env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined))
    throw new EnvError('AWS_ACCESS_KEY_ID: AWS_SECRET_ACCESS_KEY must be set with it, and only with it');
  const isHttps = env.PUBLIC_URL?.startsWith('https:') === true;
  if (isHttps && env.S3_ENDPOINT?.startsWith('http:') === true)
    throw new EnvError('S3_ENDPOINT: must be https where PUBLIC_URL is, or browsers refuse to upload');
}
