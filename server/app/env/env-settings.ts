import { isIP } from 'node:net';
import { z } from 'zod';
import { CALLING_MODES } from '#shared/schemas/calling/calling.ts';
import {
  days,
  networks,
  origin,
  pageAddress,
  pairs,
  proxies,
  proxyAddress,
  proxyExceptions,
  recipients,
  secrets,
} from './env-formats.ts';

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const port = z.coerce.number().int().min(0).max(65_535);
const emailAddress = z.email();
const bucketName = z
  .string()
  .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket, such as hark-objects');
const HOST_NAME = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;
const hostName = z
  .string()
  .refine((value) => isIP(value) !== 0 || HOST_NAME.test(value), 'must be an address or a host name');
export const EMULATORS = ['database', 'payments', 'carrier', 'speech', 'mail', 'objects'] as const;
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

/** Of a reserved domain: good for the local outbox only. */
export const DEFAULT_MAIL_FROM = 'Hark <hello@hark.example>';

/** A process must stop within 10 s, of which open requests may take 5 s. */
const MAX_DRAIN_SECONDS = 4;

/** All settings, each by its own format. */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: hostName.default('127.0.0.1'),
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
  GRANT_FREE_INVOICES: flag.default(false),
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
    .default(DEFAULT_MAIL_FROM),
  S3_BUCKET: bucketName.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_ENCRYPTION: z.enum(['AES256', 'none'], { error: 'must be AES256 or none' }).optional(),
  S3_UPLOAD: z.enum(['post', 'put'], { error: 'must be post or put' }).default('post'),
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
  BACKUP_KEY: recipients.optional(),
  BACKUP_KEY_FILE: z.string().optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  BACKUP_S3_ENDPOINT: origin.optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  CALLING_HOURS: z.enum(CALLING_MODES, { error: 'must be enforce or skip-waits' }).optional(),
  CALLING_RULES_FILE: z.string().optional(),
  WEBHOOK_NETWORKS: networks.default([]),
  HTTPS_PROXY: proxyAddress.optional(),
  HTTP_PROXY: proxyAddress.optional(),
  NO_PROXY: proxyExceptions.default([]),
  METRICS_HOST: hostName.default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  HEALTH_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('hark'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  HARK_ALLOW_LOCAL: emulators.default([]),
  HARK_ALLOW_TEST_PAYMENTS: flag.default(false),
  /** Seed the demo account into an empty local database; the start script sets it. */
  HARK_SEED_DEMO: flag.default(false),
  /** Serve the client from its sources with hot reload; `npm run dev` sets it. */
  HARK_DEV: flag.default(false),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settingsSchema.shape);

export type Env = z.infer<typeof settingsSchema> & { local: LocalProviders };

/** Which providers run as local emulators. */
export type LocalProviders = Record<Emulator, boolean>;
