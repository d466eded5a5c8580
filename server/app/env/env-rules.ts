import { DEFAULT_MAIL_FROM, EMULATORS, type Env } from './env-settings.ts';

/** An invalid setting; the message is one line and the process exits with code 2. */
export class EnvError extends Error {}

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
  // With emulators alone nobody outside is reached: a demonstration on one machine.
  const { payments, carrier, mail } = env.local;
  if (!isHttps && !(payments && carrier && mail))
    throw new EnvError('PUBLIC_URL: must be set in production, to an https address');
  if (isHttps && env.HARK_ROLE !== 'worker' && env.TRUST_PROXY === undefined)
    throw new EnvError('TRUST_PROXY: must be set in production where PUBLIC_URL is https');
  if (!mail && env.MAIL_FROM === DEFAULT_MAIL_FROM)
    throw new EnvError('MAIL_FROM: must be set in production with SMTP_URL, to an address of your domain');
  if (isTestMailServer(env.SMTP_URL) && !env.HARK_ALLOW_LOCAL.includes('mail'))
    throw new EnvError(
      'SMTP_URL: port 1025 is that of test servers, which deliver no mail; name your own, or set HARK_ALLOW_LOCAL=mail to allow it',
    );
}

/** Mailpit, MailHog and others like them listen there, and no server that delivers mail does. */
const TEST_MAIL_PORT = '1025';

function isTestMailServer(url: string | undefined): boolean {
  return url !== undefined && new URL(url).port === TEST_MAIL_PORT;
}

/** Returns the mode of a key of Stripe, `live` or `test`; `undefined` for a key that names none. */
function modeOf(key = ''): string | undefined {
  return /^[a-z]+_(live|test)_/.exec(key)?.[1];
}

/** Throws `EnvError` if people would be called for pretend money, or money taken for pretend calls. */
function refusePretendMoney(env: Env): void {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, local } = env;
  const isLive = modeOf(STRIPE_SECRET_KEY) === 'live';
  if (isLive && local.carrier)
    throw new EnvError('STRIPE_SECRET_KEY: a live key is refused together with the local carrier');
  if (!local.payments && modeOf(STRIPE_SECRET_KEY) !== modeOf(STRIPE_PUBLISHABLE_KEY))
    throw new EnvError('STRIPE_PUBLISHABLE_KEY: must be of the same mode as STRIPE_SECRET_KEY, live or test');
  if (local.carrier || isLive || env.HARK_ALLOW_TEST_PAYMENTS) return;
  const payments = local.payments ? 'the local Stripe' : 'a test key of Stripe';
  throw new EnvError(
    `DROPCOWBOY_KEY: a live carrier is refused together with ${payments}; set HARK_ALLOW_TEST_PAYMENTS=1 to call people for pretend money`,
  );
}

/** Throws `EnvError` for settings that must not be combined. */
export function refuseUnsafe(env: Env): void {
  if (env.NODE_ENV === 'production') refuseUnsafeInProduction(env);
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
  refusePretendMoney(env);
  refuseUnsafeBucket(env);
  refuseUnsafeCopies(env);
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

/** Throws `EnvError` for a bucket of copies without a key to encrypt them to. */
export function refuseUnencryptedCopies(env: Pick<Env, 'BACKUP_S3_BUCKET' | 'BACKUP_KEY'>): void {
  if (env.BACKUP_S3_BUCKET !== undefined && env.BACKUP_KEY === undefined)
    throw new EnvError(
      'BACKUP_S3_BUCKET: BACKUP_KEY must be set with it, as copies are stored encrypted only',
    );
}

/** Throws `EnvError` for a bucket of copies that would show their content, or be lost together with the objects. */
function refuseUnsafeCopies(env: Env): void {
  if (env.BACKUP_S3_BUCKET === undefined) {
    if (env.BACKUP_S3_ENDPOINT !== undefined)
      throw new EnvError('BACKUP_S3_ENDPOINT: BACKUP_S3_BUCKET must be set with it');
    return;
  }
  // A restore has the secret key alone, and copies nothing.
  if (env.BACKUP_KEY_FILE === undefined) refuseUnencryptedCopies(env);
  if (env.BACKUP_S3_BUCKET === env.S3_BUCKET && env.BACKUP_S3_ENDPOINT === env.S3_ENDPOINT)
    throw new EnvError('BACKUP_S3_BUCKET: must be another bucket than S3_BUCKET');
  if ((env.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (env.BACKUP_S3_SECRET_ACCESS_KEY === undefined))
    throw new EnvError(
      'BACKUP_S3_ACCESS_KEY_ID: BACKUP_S3_SECRET_ACCESS_KEY must be set with it, and only with it',
    );
}
