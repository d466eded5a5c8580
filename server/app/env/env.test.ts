import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allowsLocalPages, drainSeconds, EnvError, parseEnv } from './env.ts';
import { SETTINGS } from './env-settings.ts';

describe('settings', () => {
  test('valid values are used unchanged', () => {
    const given = {
      HOST: 'hark-1.internal',
      MAIL_FROM: 'Hark <hello@hark.example>',
      PRIVACY_URL: 'https://example.com/privacy',
      TERMS_URL: '/help/credits',
    };
    expect(parseEnv(given)).toMatchObject(given);
    expect(parseEnv({ HOST: '::1', MAIL_FROM: 'hello@hark.example' })).toMatchObject({ HOST: '::1' });
  });

  test.each([
    ['https://hark.example', 'https://hark.example'],
    ['https://hark.example/', 'https://hark.example'],
    ['HTTP://Hark.Example:8080/', 'http://hark.example:8080'],
    ['', undefined],
  ])('PUBLIC_URL %j is the origin %j', (PUBLIC_URL, origin) => {
    expect(parseEnv({ PUBLIC_URL }).PUBLIC_URL).toBe(origin);
  });

  test.each([
    ['one-secret-of-many-characters', ['one-secret-of-many-characters']],
    [
      'new-secret-of-this-year, old-secret-of-last-year',
      ['new-secret-of-this-year', 'old-secret-of-last-year'],
    ],
    ['', undefined],
  ])('SESSION_SECRET %j is the list %j', (SESSION_SECRET, secrets) => {
    expect(parseEnv({ SESSION_SECRET }).SESSION_SECRET).toEqual(secrets);
  });

  test.each([
    ['2', 2],
    ['0', 0],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ])('TRUST_PROXY %j is parsed as %j', (TRUST_PROXY, parsed) => {
    expect(parseEnv({ TRUST_PROXY }).TRUST_PROXY).toBe(parsed);
  });

  test('WEBHOOK_NETWORKS is a list of networks, empty by default', () => {
    expect(parseEnv({}).WEBHOOK_NETWORKS).toEqual([]);
    expect(parseEnv({ WEBHOOK_NETWORKS: '10.0.0.0/8, ::1' }).WEBHOOK_NETWORKS).toEqual(['10.0.0.0/8', '::1']);
  });

  test.each([
    ['as they are written', (name: string) => name],
    ['in lower case', (name: string) => name.toLowerCase()],
  ])('proxies for outgoing requests are read %s', (_how, named) => {
    const env = parseEnv({
      [named('HTTPS_PROXY')]: 'http://hark:a%40b@proxy.example:3128',
      [named('HTTP_PROXY')]: 'https://[fd00::7]/',
      [named('NO_PROXY')]: 'localhost, .example.com 10.0.0.0/8,',
    });
    expect(env.HTTPS_PROXY).toMatchObject({ host: 'proxy.example:3128', password: 'a%40b' });
    expect(env.HTTP_PROXY?.href).toBe('https://[fd00::7]/');
    expect(env.NO_PROXY).toEqual(['localhost', '.example.com', '10.0.0.0/8']);
  });

  test('no proxy is the default, and a setting in upper case comes first', () => {
    expect(parseEnv({ HTTPS_PROXY: '', NO_PROXY: '' })).toMatchObject({ NO_PROXY: [] });
    expect(parseEnv({}).HTTPS_PROXY).toBeUndefined();
    const both = { HTTPS_PROXY: 'http://one.example', https_proxy: 'http://two.example' };
    expect(parseEnv(both).HTTPS_PROXY?.host).toBe('one.example');
    expect(parseEnv({ ...both, HTTPS_PROXY: '' }).HTTPS_PROXY?.host).toBe('two.example');
  });

  test('the headers of the trace collector are decoded', () => {
    const OTEL_EXPORTER_OTLP_HEADERS = 'authorization=Bearer%20a=b, x-team=calls';
    const env = parseEnv({ OTEL_EXPORTER_OTLP_HEADERS, METRICS_PORT: '9464' });
    expect(env.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer a=b', 'x-team': 'calls' });
    expect(env).toMatchObject({ METRICS_PORT: 9464, OTEL_SERVICE_NAME: 'hark' });
    expect(parseEnv({}).METRICS_PORT).toBeUndefined();
  });

  test.each([
    [{ HARK_ROLE: 'web' }, 3],
    [{ HARK_ROLE: 'web', DRAIN_SECONDS: '0' }, 0],
    [{ HARK_ROLE: 'all' }, 0],
    [{ DRAIN_SECONDS: '4' }, 4],
  ])('a process with %j drains for %d seconds', (given, seconds) => {
    expect(drainSeconds(parseEnv(given))).toBe(seconds);
  });

  test.each([
    ['DRAIN_SECONDS', '5'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '3000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['DRAIN_SECONDS', '-1'],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['HTTPS_PROXY', 'hark:secret@proxy.example:3128'],
    ['HTTPS_PROXY', 'socks5://hark:secret@proxy.example:1080'],
    ['HTTPS_PROXY', 'http://hark:secret@proxy.example/path'],
    ['HTTPS_PROXY', 'http://hark:secret%@proxy.example'],
    ['HTTPS_PROXY', 'http://proxy.example:99999'],
    ['HTTP_PROXY', 'http://'],
    ['NO_PROXY', 'http://example.com'],
    ['NO_PROXY', '10.0.0.0/33'],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', 'secret-of-sixteen-characters,'],
    ['SESSION_SECRET', 'secret-of-sixteen-characters,short secret'],
    ['PUBLIC_URL', 'hark.example'],
    ['PUBLIC_URL', 'ftp://hark.example'],
    ['PUBLIC_URL', 'https://hark.example/app'],
    ['PUBLIC_URL', 'https://hark.example?x'],
    ['PUBLIC_URL', 'https://me:secret@hark.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['WEBHOOK_NETWORKS', '10.0.0.0/33'],
    ['WEBHOOK_NETWORKS', 'loopback'],
    ['WEBHOOK_NETWORKS', '10.0.0.0/8,crm.internal'],
    ['SMTP_URL', 'https://mail.example'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'no host'],
    ['MAIL_FROM', '@@@'],
    ['PRIVACY_URL', '::::'],
    ['TERMS_URL', '//elsewhere.example'],
    ['CONTACT_RETENTION_DAYS', '0'],
    ['CONTACT_RETENTION_DAYS', '1.5'],
    ['CONTACT_RETENTION_DAYS', 'a month'],
  ])('%s=%s is refused with one line that does not contain the value', (name, value) => {
    const refusal = (() => {
      try {
        return parseEnv({ [name]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(EnvError);
    const { message } = refusal as EnvError;
    expect(message).toMatch(new RegExp(`^${name}: .+$`));
    expect(message).not.toContain('secret');
  });
});

const LIVE = {
  NODE_ENV: 'production',
  SESSION_SECRET: '0123456789abcdef',
  PUBLIC_URL: 'https://hark.example',
  TRUST_PROXY: '1',
  MONGODB_URI: 'mongodb://127.0.0.1:27017/hark',
  MAIL_FROM: 'Hark <hello@hark.test>',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  DROPCOWBOY_KEY: 'key',
  DROPCOWBOY_SECRET: 'secret',
  DROPCOWBOY_PHONE_LINE_ID: 'line',
  ELEVENLABS_API_KEY: 'key',
  SMTP_URL: 'smtp://mail.hark.test:587',
  HARK_ALLOW_LOCAL: 'objects',
};

const TEST = { ...LIVE, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

describe('production', () => {
  const withAll = (over: Record<string, string | undefined>) => () => parseEnv({ ...LIVE, ...over });

  test('starts with every provider configured', () => {
    expect(parseEnv(LIVE).local).toEqual({
      database: false,
      payments: false,
      carrier: false,
      speech: false,
      mail: false,
      objects: true,
    });
  });

  test.each([
    ['MONGODB_URI', 'database'],
    ['STRIPE_SECRET_KEY', 'payments'],
    ['ELEVENLABS_API_KEY', 'speech'],
    ['SMTP_URL', 'mail'],
  ])('starts without %s only if HARK_ALLOW_LOCAL contains %s', (name, emulator) => {
    const refusal = `NODE_ENV: production refuses local emulators; set HARK_ALLOW_LOCAL=${emulator} to allow these`;
    const without = { [name]: undefined };
    expect(withAll(without)).toThrow(new EnvError(refusal));
    const allowed = {
      ...without,
      HARK_ALLOW_LOCAL: `objects, ${emulator}`,
      HARK_ALLOW_TEST_PAYMENTS: '1',
    };
    expect(withAll(allowed)().local).toMatchObject({ [emulator]: true });
  });

  test('sends mails to a test server only if HARK_ALLOW_LOCAL says so', () => {
    const tested = { SMTP_URL: 'smtp://mail:1025' };
    expect(withAll(tested)).toThrow('SMTP_URL: port 1025 is that of test servers, which deliver no mail');
    expect(withAll({ ...tested, HARK_ALLOW_LOCAL: 'objects,mail' })().local.mail).toBe(false);
    expect(parseEnv(tested).SMTP_URL).toBe(tested.SMTP_URL);
  });

  test('starts without a carrier only if HARK_ALLOW_LOCAL allows it and the Stripe key is not live', () => {
    const without = {
      DROPCOWBOY_KEY: undefined,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    };
    expect(withAll(without)).toThrow('set HARK_ALLOW_LOCAL=carrier to allow these');
    const allowed = { ...without, HARK_ALLOW_LOCAL: 'objects,carrier' };
    expect(withAll(allowed)().local.carrier).toBe(true);
    const refusal = 'STRIPE_SECRET_KEY: a live key is refused together with the local carrier';
    for (const STRIPE_SECRET_KEY of ['sk_live_1', 'rk_live_1'])
      expect(withAll({ ...allowed, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
        new EnvError(refusal),
      );
  });

  test('refuses every emulator if HARK_ALLOW_LOCAL is unset or 0, and none if it is 1', () => {
    const { NODE_ENV, SESSION_SECRET } = LIVE;
    const names = 'database,payments,carrier,speech,mail,objects';
    for (const HARK_ALLOW_LOCAL of ['', '0', 'false'])
      expect(() => parseEnv({ NODE_ENV, SESSION_SECRET, HARK_ALLOW_LOCAL })).toThrow(`=${names} to allow`);
    for (const HARK_ALLOW_LOCAL of ['1', 'true', names])
      expect(parseEnv({ NODE_ENV, SESSION_SECRET, HARK_ALLOW_LOCAL }).NODE_ENV).toBe('production');
    expect(withAll({ HARK_ALLOW_LOCAL: 'objects,stripe' })).toThrow(
      'HARK_ALLOW_LOCAL: must be 1, or a comma-separated list of database, payments, carrier',
    );
  });

  test('requires a SESSION_SECRET', () => {
    const refusal = 'SESSION_SECRET: must be set in production';
    expect(withAll({ SESSION_SECRET: undefined })).toThrow(new EnvError(refusal));
    expect(parseEnv({}).SESSION_SECRET).toBeUndefined();
  });

  test('requires TRUST_PROXY with an https PUBLIC_URL, except for workers, which serve no requests', () => {
    const refusal = 'TRUST_PROXY: must be set in production where PUBLIC_URL is https';
    const without = { TRUST_PROXY: undefined };
    expect(withAll(without)).toThrow(new EnvError(refusal));
    expect(withAll({ ...without, HARK_ROLE: 'web' })).toThrow(new EnvError(refusal));
    expect(withAll({ ...without, HARK_ROLE: 'worker' })().HARK_ROLE).toBe('worker');
  });

  test.each([undefined, 'http://hark.example', 'http://localhost:3000'])(
    'refuses PUBLIC_URL=%s, unless emulators stand for everything that reaches people',
    (PUBLIC_URL) => {
      const refusal = 'PUBLIC_URL: must be set in production, to an https address';
      for (const HARK_ROLE of ['all', 'web', 'worker'])
        expect(withAll({ PUBLIC_URL, HARK_ROLE, TRUST_PROXY: undefined })).toThrow(new EnvError(refusal));
      const { NODE_ENV, SESSION_SECRET, MONGODB_URI } = LIVE;
      const demonstration = { NODE_ENV, SESSION_SECRET, MONGODB_URI, PUBLIC_URL, HARK_ALLOW_LOCAL: '1' };
      expect(parseEnv(demonstration).PUBLIC_URL).toBe(PUBLIC_URL);
      const { SMTP_URL, MAIL_FROM, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = TEST;
      for (const reached of [
        { SMTP_URL, MAIL_FROM },
        { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET },
      ])
        expect(() => parseEnv({ ...demonstration, ...reached })).toThrow(new EnvError(refusal));
    },
  );

  test('requires a MAIL_FROM with SMTP_URL', () => {
    const refusal = 'MAIL_FROM: must be set in production with SMTP_URL, to an address of your domain';
    expect(withAll({ MAIL_FROM: undefined })).toThrow(new EnvError(refusal));
    const local = { MAIL_FROM: undefined, SMTP_URL: undefined, HARK_ALLOW_LOCAL: 'objects,mail' };
    expect(withAll(local)().local.mail).toBe(true);
  });

  test('starts with the settings of docker/compose.yml', () => {
    const store = {
      S3_ENDPOINT: 'https://objects.hark.example',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    const given = { ...LIVE, ...store, TRUST_PROXY: undefined, MONGODB_URI: undefined };
    const services = Object.entries(composeEnvironments(given));
    const roles = services.map(([name, { HARK_ROLE }]) => [name, HARK_ROLE]);
    expect(roles).toEqual([
      ['web', 'web'],
      ['worker', 'worker'],
      ['bucket', 'web'],
      ['backup', 'worker'],
    ]);
    for (const [, environment] of services) {
      expect(parseEnv(environment)).toMatchObject({ NODE_ENV: 'production', S3_BUCKET: 'hark' });
      expect(() => parseEnv({ ...environment, SESSION_SECRET: '' })).toThrow('SESSION_SECRET');
      expect(() => parseEnv({ ...environment, STRIPE_SECRET_KEY: '' })).toThrow('local emulators');
    }
  });
});

/** Settings that compose or the image gives by itself. */
const GIVEN = ['PORT', 'HOST', 'DATA_DIR', 'HEALTH_PORT', 'HARK_ROLE', 'NODE_ENV', 'HARK_SEED_DEMO'];
/** The secret key of backups is on no server. */
const KEPT_AWAY = ['BACKUP_KEY_FILE'];
/** The rules of a file of the host are mounted here. */
const RULES_IN_CONTAINER = '/etc/hark/calling-rules.json';

describe('docker/compose.yml', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const names = [...example.matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name = '']) => name);

  test('.env.example lists every setting', () => {
    const unlisted = ['HARK_DEV'];
    expect([...new Set(names)].toSorted()).toEqual(
      SETTINGS.filter((name) => !unlisted.includes(name)).toSorted(),
    );
  });

  test.each(names.filter((name) => ![...GIVEN, ...KEPT_AWAY].includes(name)))(
    'passes %s on to every process',
    (name) => {
      const value = `given-${name}`;
      const expected = name === 'CALLING_RULES_FILE' ? RULES_IN_CONTAINER : value;
      for (const [service, environment] of Object.entries(composeEnvironments({ [name]: value }))) {
        // These serve no requests, so no proxy is before them.
        if (name === 'TRUST_PROXY' && ['worker', 'backup'].includes(service)) continue;
        expect({ service, value: environment[name] }).toEqual({ service, value: expected });
      }
    },
  );
});

/** Returns the environments of the services that compose builds, with the variables of a `.env` file. */
function composeEnvironments(dotEnv: Record<string, string | undefined>) {
  const text = readFileSync(new URL('../../../docker/compose.yml', import.meta.url), 'utf8');
  const fill = (part: string): string =>
    part.replace(/\$\{(\w+):([-?+])([^${}]*)\}/g, (_, name: string, form: string, rest: string) => {
      const value = dotEnv[name] ?? '';
      if (form === '+') return value === '' ? '' : rest;
      return value !== '' ? value : form === '-' ? rest : 'given';
    });
  // Twice, as a default may have a variable in it.
  const filled = fill(fill(text));
  type Service = { build?: unknown; environment: Record<string, string | null> };
  const { services } = parse(filled, { merge: true }) as { services: Record<string, Service> };
  const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
  // YAML reads nothing as null where compose has an empty text.
  const textsOf = (environment: Service['environment']) =>
    Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? '']));
  return Object.fromEntries(built.map(([name, { environment }]) => [name, textsOf(environment)]));
}

describe('live providers', () => {
  test.each([
    [
      { STRIPE_PUBLISHABLE_KEY: '' },
      'STRIPE_SECRET_KEY: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: '' },
      'STRIPE_SECRET_KEY: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must',
    ],
    [{ DROPCOWBOY_SECRET: '' }, 'DROPCOWBOY_KEY: DROPCOWBOY_SECRET and DROPCOWBOY_PHONE_LINE_ID must'],
    [{ DROPCOWBOY_PHONE_LINE_ID: '' }, 'DROPCOWBOY_KEY: DROPCOWBOY_SECRET and DROPCOWBOY_PHONE_LINE_ID must'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL: must be set'],
    [{ S3_BUCKET: 'Hark Objects' }, 'S3_BUCKET: must be the name of a bucket, such as hark-objects'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_ENDPOINT: S3_BUCKET must be set with it'],
    [
      { S3_BUCKET: 'hark', S3_ENDPOINT: 'http://127.0.0.1/hark' },
      'S3_ENDPOINT: must be an address without a path',
    ],
    [{ S3_BUCKET: 'hark', AWS_ACCESS_KEY_ID: 'key' }, 'AWS_ACCESS_KEY_ID: AWS_SECRET_ACCESS_KEY must be set'],
    [{ S3_BUCKET: 'hark', AWS_SECRET_ACCESS_KEY: 'secret' }, 'AWS_ACCESS_KEY_ID: AWS_SECRET_ACCESS_KEY must'],
    [
      { S3_BUCKET: 'hark', S3_ENDPOINT: 'http://objects', PUBLIC_URL: 'https://hark.example' },
      'S3_ENDPOINT: must be https where PUBLIC_URL is',
    ],
  ])('are refused with %j', (over, refusal) => {
    for (const NODE_ENV of ['production', 'development'])
      expect(() => parseEnv({ ...LIVE, ...over, NODE_ENV })).toThrow(refusal);
  });

  test.each([
    ['the local Stripe', { STRIPE_SECRET_KEY: '' }],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
  ])('a live carrier is refused together with %s, production or not', (_, over) => {
    for (const NODE_ENV of ['production', 'development']) {
      const given = { ...LIVE, ...over, NODE_ENV, HARK_ALLOW_LOCAL: '1' };
      expect(() => parseEnv(given)).toThrow(/^DROPCOWBOY_KEY: .*HARK_ALLOW_TEST_PAYMENTS=1/);
      expect(parseEnv({ ...given, HARK_ALLOW_TEST_PAYMENTS: '1' }).local.carrier).toBe(false);
    }
  });

  test.each([
    ['sk_live_1', 'pk_test_1'],
    ['rk_live_1', 'pk_test_1'],
    ['sk_test_1', 'pk_live_1'],
  ])('the keys %s and %s of two modes are refused', (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY) => {
    for (const DROPCOWBOY_KEY of ['key', ''])
      for (const HARK_ALLOW_TEST_PAYMENTS of ['', '1'])
        expect(() =>
          parseEnv({
            ...LIVE,
            STRIPE_SECRET_KEY,
            STRIPE_PUBLISHABLE_KEY,
            DROPCOWBOY_KEY,
            HARK_ALLOW_TEST_PAYMENTS,
            HARK_ALLOW_LOCAL: '1',
          }),
        ).toThrow(/^STRIPE_/);
  });

  test('are refused with a live Stripe key and the local carrier, production or not', () => {
    expect(() => parseEnv({ ...LIVE, NODE_ENV: 'development', DROPCOWBOY_KEY: '' })).toThrow(
      'a live key is refused together with the local carrier',
    );
  });
});

describe('the pages of the emulators', () => {
  test.each([
    [{}, true],
    [{ NODE_ENV: 'test' }, true],
    [{ PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'https://hark.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.example' }, false],
    [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, false],
    [{ TRUST_PROXY: '1' }, false],
    [{ TRUST_PROXY: '0' }, false],
    [{ TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://localhost' }, false],
    [LIVE, false],
  ])('with %j are served: %s', (given, served) => {
    expect(allowsLocalPages(parseEnv(given))).toBe(served);
  });
});
