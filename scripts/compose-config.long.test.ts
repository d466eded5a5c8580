import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test, type TestContext } from 'vitest';
import { parseEnv } from '#server/app/env/env.ts';
import { prepareProgram } from './testing/debian-program.mjs';

const DOCKER = join(import.meta.dirname, '../docker');
const SECRETS = {
  SESSION_SECRET: 'a-secret-of-many-characters',
  MONGODB_KEY: 'key',
  MONGODB_ROOT_PASSWORD: 'root',
  MONGODB_PASSWORD: 'password',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'secret',
  GRAFANA_PASSWORD: 'grafana',
  ALERT_PAGE_URL: 'https://alerts.example/page',
  ALERT_TICKET_URL: 'https://alerts.example/ticket',
};
const [ONE, CLUSTER] = [['compose.yml'], ['compose.yml', 'compose.cluster.yml']];

let compose: string | undefined;
let reason = '';
beforeAll(async () => {
  const program = { path: 'usr/libexec/docker/cli-plugins/docker-compose', probe: 'version' };
  compose = await prepareProgram('docker-compose', program).catch((error: unknown) => {
    reason = String(error);
    return undefined;
  });
}, 300_000);

interface Service {
  ports?: { host_ip?: string; published?: string }[];
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  volumes?: { source?: string; target: string }[];
  deploy?: { replicas?: number };
  command?: string[];
}
interface Configuration {
  services: Record<string, Service>;
}

/** Returns the services that start, each with those it waits for; docker-compose waits for none that has no replicas. */
function waits({ services }: Configuration): Record<string, string[]> {
  const runs = (name: string) => services[name] !== undefined && services[name].deploy?.replicas !== 0;
  const starting = Object.entries(services).filter(([name]) => runs(name));
  return Object.fromEntries(
    starting.map(([name, { depends_on = {} }]) => [name, Object.keys(depends_on).filter(runs).sort()]),
  );
}

/** Returns what docker-compose makes of the files, or skips the test where it cannot be had. */
async function configure(context: TestContext, files: string[], env: Record<string, string>) {
  if (compose === undefined) return context.skip(reason);
  const args = ['--env-file', '/dev/null', ...files.flatMap((file) => ['-f', join(DOCKER, file)])];
  const { stdout } = await promisify(execFile)(compose, [...args, 'config', '--format', 'json'], { env });
  return JSON.parse(stdout) as Configuration;
}

const NAMES = ['bucket', 'mongodb', 'objects', 'web', 'worker'];
const MORE = ['alertmanager', 'grafana', 'mongodb-2', 'mongodb-3', 'prometheus', 'proxy', 'web-2'];

test('docker-compose accepts the deployment on one machine', async (context) => {
  const { services } = await configure(context, ONE, SECRETS);
  expect(Object.keys(services).sort()).toEqual(NAMES);
});

test('a store and a database are started and waited for unless they are hosted elsewhere', async (context) => {
  const hark = ['bucket', 'mongodb'];
  expect(waits(await configure(context, ONE, SECRETS))).toEqual({
    objects: [],
    mongodb: [],
    bucket: ['objects'],
    web: hark,
    worker: hark,
  });
  const store = { S3_ENDPOINT: 'https://s3.example', AWS_SECRET_ACCESS_KEY: 'no/hex', OBJECTS_REPLICAS: '0' };
  const database = { MONGODB_URI: 'mongodb+srv://hark:password@db.example/hark', MONGODB_REPLICAS: '0' };
  const hosted = { ...SECRETS, ...store, ...database };
  expect(waits(await configure(context, ONE, hosted))).toEqual({
    bucket: [],
    web: ['bucket'],
    worker: ['bucket'],
  });
  const cluster = waits(await configure(context, CLUSTER, hosted));
  expect(Object.keys(cluster).filter((name) => /^(mongodb|objects)/.test(name))).toEqual([]);
});

test('rules of a bucket that may not be set do not stop the start', async (context) => {
  const { services } = await configure(context, ONE, SECRETS);
  const [shell = '', option = '', script = ''] = services['bucket']?.command ?? [];
  expect([shell, option]).toEqual(['sh', '-c']);
  const failing = script.replaceAll('node ', 'false ');
  await expect(promisify(execFile)(shell, [option, failing])).resolves.toBeDefined();
});

/** Settings that are not the operator's in a container: what runs there, its ports and its files. */
const DECIDED = ['PORT', 'HOST', 'HARK_ROLE', 'DATA_DIR', 'NODE_ENV', 'HEALTH_PORT', 'HARK_SEED_DEMO'].concat(
  ['CALLING_RULES_FILE', 'BACKUP_KEY_FILE'],
);

test('the containers get what the operator sets, but for what the deployment decides', async (context) => {
  const example = await readFile(join(DOCKER, '../.env.example'), 'utf8');
  const names = [...example.matchAll(/^# ?([A-Z][A-Z\d_]+)=/gm)].map(([, name = '']) => name);
  const settings = names.filter((name) => !DECIDED.includes(name));
  const set = Object.fromEntries(settings.map((name) => [name, `of ${name}`]));
  for (const [files, decided] of [
    [ONE, []],
    [CLUSTER, ['METRICS_PORT', 'METRICS_HOST']],
  ] as const) {
    const env = { ...SECRETS, ...set, COMPOSE_PROFILES: 'backup' };
    const { services } = await configure(context, [...files], env);
    for (const service of ['web', 'worker', 'bucket', 'backup', ...(files === CLUSTER ? ['web-2'] : [])]) {
      const { environment = {} } = services[service] ?? {};
      const ignored = settings.filter((name) => environment[name] !== set[name]);
      // Only a web process is behind a proxy.
      const isWeb = environment['HARK_ROLE'] === 'web';
      expect([service, ignored]).toEqual([service, [...(isWeb ? [] : ['TRUST_PROXY']), ...decided]]);
    }
  }
});

test('a file of calling rules is where its setting says, in every container of Hark', async (context) => {
  const env = { ...SECRETS, CALLING_RULES_FILE: '/srv/rules.json', COMPOSE_PROFILES: 'backup' };
  for (const [files, count] of [
    [ONE, 4],
    [CLUSTER, 5],
  ] as const) {
    const { services } = await configure(context, [...files], env);
    const named = Object.entries(services).flatMap(([name, { environment = {}, volumes = [] }]) => {
      const target = environment['CALLING_RULES_FILE'];
      if (target === undefined) return [];
      return [[name, volumes.find((volume) => volume.target === target)?.source]];
    });
    expect(named).toHaveLength(count);
    expect(named).toEqual(named.map(([name]) => [name, '/srv/rules.json']));
  }
});

/** What an operator adds for a deployment that really calls. */
const LIVE = {
  ...SECRETS,
  PUBLIC_URL: 'https://hark.test',
  TRUST_PROXY: '1',
  S3_ENDPOINT: 'https://s3.hark.test',
  MAIL_FROM: 'Hark <hello@hark.test>',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  DROPCOWBOY_KEY: 'key',
  DROPCOWBOY_SECRET: 'secret',
  DROPCOWBOY_PHONE_LINE_ID: 'line',
  ELEVENLABS_API_KEY: 'key',
};

test('the test mail server runs only where it is named, and Hark starts with it only where that is allowed', async (context) => {
  const started = async (env: Record<string, string>) => {
    const { services } = await configure(context, ONE, { ...LIVE, ...env });
    const { environment = {} } = services['worker'] ?? {};
    return { runs: services['mail'] !== undefined, parse: () => parseEnv(environment).SMTP_URL };
  };
  const SMTP_URL = 'smtps://user:password@smtp.hark.test:465';
  const own = await started({ SMTP_URL });
  expect([own.runs, own.parse()]).toEqual([false, SMTP_URL]);
  const forgotten = await started({});
  expect(forgotten.runs).toBe(false);
  expect(forgotten.parse).toThrow('SMTP_URL: port 1025 is that of test servers');
  const silent = await started({ COMPOSE_PROFILES: 'test-mail' });
  expect(silent.parse).toThrow('set HARK_ALLOW_LOCAL=mail');
  const named = await started({ COMPOSE_PROFILES: 'test-mail', HARK_ALLOW_LOCAL: 'mail' });
  expect([named.runs, named.parse()]).toEqual([true, 'smtp://mail:1025']);
});

test('docker-compose accepts the deployment with replicas, which publishes ports on loopback only', async (context) => {
  const { services } = await configure(context, CLUSTER, SECRETS);
  expect(Object.keys(services).sort()).toEqual([...NAMES, ...MORE].sort());
  for (const { ports = [] } of Object.values(services))
    for (const { host_ip } of ports) expect(host_ip).toBe('127.0.0.1');
  for (const name of ['web', 'web-2', 'mongodb-2', 'mongodb-3'])
    expect(services[name]?.ports ?? []).toEqual([]);
  expect(services['web-2']?.environment?.['MONGODB_URI']).toContain('mongodb-3:27017');
});

test('docker-compose publishes the proxy alone where it serves a public name', async (context) => {
  const files = [...CLUSTER, 'compose.public.yml'];
  const { services } = await configure(context, files, { ...SECRETS, SITE_ADDRESS: 'hark.test' });
  const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.flatMap(({ host_ip, published }) => (host_ip === '127.0.0.1' ? [] : [[name, published]])),
  );
  expect(open).toEqual(['80', '443', '443'].map((port) => ['proxy', port]));
  expect(services['proxy']?.environment).toEqual({ SITE_ADDRESS: 'hark.test', TRUSTED_PROXIES: '' });
});

test('docker-compose starts backups with their profile, beside each other deployment', async (context) => {
  for (const files of [ONE, CLUSTER]) {
    const { services } = await configure(context, files, { ...SECRETS, COMPOSE_PROFILES: 'backup' });
    expect(services['backup']?.environment?.['MONGODB_URI']).toBe(
      services['worker']?.environment?.['MONGODB_URI'],
    );
  }
});

test.each(Object.keys(SECRETS))('docker-compose refuses to start without %s', async (name) => {
  const { [name as keyof typeof SECRETS]: _missing, ...others } = SECRETS;
  if (compose === undefined) return;
  const args = ['--env-file', '/dev/null', ...CLUSTER.flatMap((file) => ['-f', join(DOCKER, file)])];
  await expect(promisify(execFile)(compose, [...args, 'config', '-q'], { env: others })).rejects.toThrow(
    name,
  );
});
