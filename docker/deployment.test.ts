import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readCommand, type RotationTimes } from '#server/commands/backup/usage.ts';
import { MAX_SPOOL_BYTES } from '#server/platform/lib/uploads/spool.ts';
import { STALE_MS } from '#server/platform/backup/series/rotation-lock.ts';

const HERE = import.meta.dirname;
const read = (file: string) => readFileSync(join(HERE, file), 'utf8');
/** The names of all settings. */
const SETTINGS = new Set(
  [...read('../.env.example').matchAll(/^# ?([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name),
);
/** Read by the SDK of S3 or Node, or set by the image. */
const KNOWN = (name: string) => SETTINGS.has(name);

interface Service {
  image?: string;
  build?: unknown;
  extends?: unknown;
  ports?: string[];
  environment?: Record<string, string>;
  mem_limit?: string;
  pids_limit?: number;
  logging?: { driver: string; options: Record<string, string> };
  cap_drop?: string[];
}

describe('the compose files', () => {
  const text = read('compose.yml') + read('compose.cluster.yml');
  const services = ['compose.yml', 'compose.cluster.yml'].flatMap((file) => {
    const { services: found } = parse(read(file), { merge: true, logLevel: 'silent' }) as {
      services: Record<string, Service>;
    };
    return Object.entries(found);
  });
  const whole = services.filter(([, { image, extends: base }]) => image !== undefined && base === undefined);

  test.each(whole)(
    '%s has limits, few capabilities, an exact version and ports on loopback only',
    (_name, service) => {
      expect(service).toMatchObject({ mem_limit: expect.any(String) as string, cap_drop: ['ALL'] });
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.logging?.options).toMatchObject({ 'max-size': '20m', 'max-file': '5' });
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
      if (service.build === undefined) expect(service.image).toMatch(/:v?\d+\.\d+\.\d+/);
    },
  );

  test('have no default for a secret', () => {
    const secrets = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|MONGODB_KEY|AWS_ACCESS_KEY_ID)\w*)(:.)/g)];
    const ofProviders = /^(STRIPE|DROPCOWBOY|ELEVENLABS|BACKUP_S3)_/;
    for (const [, name = '', form] of secrets)
      if (!ofProviders.test(name)) expect([name, form]).toEqual([name, ':?']);
    expect(secrets.length).toBeGreaterThan(5);
  });

  test('build the image without the embedded database', () => {
    for (const [, { build }] of services)
      if (build !== undefined) expect(build).toMatchObject({ target: 'production' });
    const stages = read('Dockerfile').split(/^FROM /m);
    const production = stages.find((stage) => stage.startsWith('base AS production'));
    expect(production).toContain('COPY --from=packages /app/node_modules ./node_modules');
    expect(production).not.toContain('@0q');
  });

  test('set Hark only settings that it knows', () => {
    for (const [, { build, environment = {} }] of services)
      if (build !== undefined) expect(Object.keys(environment).filter((name) => !KNOWN(name))).toEqual([]);
  });
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: {
    minAvailable?: number;
    replicas?: number;
    template?: { spec: PodSpec };
    jobTemplate?: {
      spec: { backoffLimit?: number; activeDeadlineSeconds?: number; template: { spec: PodSpec } };
    };
  };
}
interface PodSpec {
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  automountServiceAccountToken: boolean;
  containers: Record<string, unknown>[];
  volumes?: { name: string; emptyDir?: { sizeLimit: string } }[];
}

test('the database of compose keeps its history for hours, which a backup reads', () => {
  const { services } = parse(read('compose.yml'), { merge: true }) as {
    services: { mongodb: { command: string[] } };
  };
  const { command } = services.mongodb;
  const [name, seconds] = (command[command.indexOf('--setParameter') + 1] ?? '').split('=');
  expect(name).toBe('minSnapshotHistoryWindowInSeconds');
  expect(Number(seconds)).toBeGreaterThanOrEqual(2 * 3_600);
});

test('compose backs up with a command that it understands', () => {
  const { services } = parse(read('compose.yml'), { merge: true }) as {
    services: { backup: { command: string[]; profiles: string[] } };
  };
  const [, , ...args] = services.backup.command;
  const hours = 24;
  expect(readCommand(args)).toMatchObject({ name: 'rotate', folder: '/backups', everyMs: hours * 3_600_000 });
  expect(services.backup.profiles).toEqual(['backup']);
});

describe('the manifests', () => {
  const { resources } = parse(read('kubernetes/kustomization.yaml')) as { resources: string[] };
  const manifestsOf = (files: string[]) =>
    files.flatMap((file) =>
      parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
    );
  const manifests = manifestsOf([...resources, 'bucket-job.yaml', 'secret.example.yaml']);
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const pods = manifests.flatMap(({ metadata, spec }) => {
    const template = spec?.template ?? spec?.jobTemplate?.spec.template;
    return template === undefined ? [] : ([[metadata.name, template.spec]] as const);
  });

  test.each(pods)('%s runs confined, within limits', (_name, pod) => {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const container of pod.containers)
      expect(container).toMatchObject({
        resources: { limits: { cpu: expect.any(String) as string, memory: expect.any(String) as string } },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
  });

  test.each(named('Deployment').map((manifest) => [manifest.metadata.name, manifest] as const))(
    '%s is probed, drains and survives the loss of a node',
    (name, { spec }) => {
      const [container] = spec?.template?.spec.containers ?? [];
      for (const probe of ['startupProbe', 'readinessProbe'])
        expect(container?.[probe]).toMatchObject({ httpGet: { path: '/readyz' } });
      expect(container?.['livenessProbe']).toMatchObject({ httpGet: { path: '/healthz' } });
      expect(spec?.template?.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(20);
      expect(spec?.replicas).toBeGreaterThan(1);
      const budget = named('PodDisruptionBudget').find(({ metadata }) => metadata.name === name);
      expect(budget?.spec?.minAvailable).toBe(1);
    },
  );

  test('a web pod has room for all lists that it accepts at a time, and is not evicted for them', () => {
    const [, web] = pods.find(([name]) => name === 'hark-web') ?? [];
    const limit = web?.volumes?.find(({ name }) => name === 'data')?.emptyDir?.sizeLimit ?? '';
    expect(limit).toMatch(/^\d+Gi$/);
    expect(Number.parseInt(limit) * 1024 ** 3).toBeGreaterThan(MAX_SPOOL_BYTES);
  });

  test('Alertmanager has the routes of compose, its image, and addresses of the Secret', () => {
    const config = named('ConfigMap').find(({ metadata }) => metadata.name === 'hark-alertmanager');
    expect(config?.data?.['alertmanager.yml']).toBe(read('prometheus/alertmanager.yml'));
    const [container] = pods.find(([name]) => name === 'hark-alertmanager')?.[1].containers ?? [];
    expect(read('compose.cluster.yml')).toContain(`image: ${String(container?.['image'])}`);
    const [{ stringData = {} } = {}] = named('Secret');
    expect(Object.keys(stringData)).toEqual(expect.arrayContaining(['ALERT_PAGE_URL', 'ALERT_TICKET_URL']));
  });

  test('set only settings that Hark knows, and no secret has a value', () => {
    const settings = named('ConfigMap').filter(({ metadata }) => metadata.name === 'hark-settings');
    const names = [...settings, ...named('Secret')].flatMap(({ data, stringData }) =>
      Object.keys({ ...data, ...stringData }),
    );
    // Those of Alertmanager are no settings of Hark.
    expect(names.filter((name) => !KNOWN(name) && !name.startsWith('ALERT_'))).toEqual([]);
    expect(
      named('Secret').flatMap(({ stringData = {} }) => Object.values(stringData).filter(Boolean)),
    ).toEqual([]);
    expect(named('Job')).toHaveLength(1);
  });

  test('are applied anew with another release, as a Job, which cannot change, is not', () => {
    expect(manifestsOf(resources).filter(({ kind }) => kind === 'Job')).toEqual([]);
  });

  test('have one backup at a time, with a command that it understands', () => {
    const [backup] = named('CronJob');
    expect(backup?.spec).toMatchObject({ concurrencyPolicy: 'Forbid' });
    const [container] = backup?.spec?.jobTemplate?.spec.template.spec.containers ?? [];
    const [, script, ...args] = container?.['command'] as string[];
    expect(script).toBe('dist/server/commands/backup.js');
    const command = readCommand(args);
    expect(command).toMatchObject({ name: 'rotate', folder: '/backups' });
    const { backoffLimit = 0, activeDeadlineSeconds = Infinity } = backup?.spec?.jobTemplate?.spec ?? {};
    // Longer than all attempts of a day, which make one backup together, and due again on the next.
    const { minAgeMs = 0 } = command as RotationTimes;
    expect(minAgeMs).toBeGreaterThan(activeDeadlineSeconds * 1_000);
    expect(minAgeMs).toBeLessThan(23 * 3_600_000);
    // The pauses between attempts double from 10 seconds: together they last longer than the lock of a killed one.
    expect((2 ** backoffLimit - 1) * 10_000).toBeGreaterThan(STALE_MS);
    expect(activeDeadlineSeconds).toBeLessThan(24 * 3_600);
  });
});

describe('the network of the manifests', () => {
  interface Rule {
    to?: { ipBlock?: { cidr: string; except?: string[] } }[];
    ports?: { port: number | string; endPort?: number }[];
  }
  interface Policy {
    spec: { podSelector: { matchLabels: Record<string, string> }; egress: Rule[] };
  }
  const policies = parseAllDocuments(read('kubernetes/network.yaml')).map(
    (policy) => policy.toJS() as Policy,
  );
  const rules = (component: string) =>
    policies.flatMap(({ spec: { podSelector, egress } }) => {
      const { 'app.kubernetes.io/component': of = component } = podSelector.matchLabels;
      return of === component ? egress : [];
    });
  /** Whether pods of a role may reach a port anywhere in public, or inside as well. */
  const reaches = (component: string, wanted: number, inside = false) =>
    rules(component).some(
      ({ to, ports = [] }) =>
        ports.some(({ port, endPort = port }) => Number(port) <= wanted && wanted <= Number(endPort)) &&
        (to === undefined || (!inside && to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0'))),
    );

  test.each([
    ['web', 443, true],
    ['web', 8443, false],
    ['worker', 443, true],
    ['worker', 1024, true],
    ['worker', 65_535, true],
    ['worker', 25, false],
  ])('lets a %s reach port %i of public addresses: %s', (component, port, isLet) => {
    expect(reaches(component, port)).toBe(isLet);
  });

  test.each([27_017, 465, 587, 4_318, 3_128])('lets every pod reach port %i of its own network', (port) => {
    for (const component of ['web', 'worker']) expect(reaches(component, port, true)).toBe(true);
  });

  test('lets nobody reach the address where clouds hand out credentials', () => {
    const open = ['web', 'worker'].flatMap(rules).flatMap(({ to = [] }) => to);
    for (const { ipBlock } of open)
      if (ipBlock?.cidr === '0.0.0.0/0') expect(ipBlock.except).toContain('169.254.0.0/16');
  });
});

test('the pages are served through the Gateway API, by a class that is named', () => {
  const parts = parseAllDocuments(read('kubernetes/gateway.yaml')).map(
    (part) => part.toJS() as { kind: string; spec: Record<string, unknown> },
  );
  expect(parts.map(({ kind }) => kind)).toEqual(['Gateway', 'HTTPRoute', 'BackendTrafficPolicy']);
  expect(parts[0]?.spec['gatewayClassName']).toEqual(expect.any(String));
});

test('one release is named everywhere: that of package.json, which the changes begin with', () => {
  const { version } = JSON.parse(read('../package.json')) as { version: string };
  const named = [
    ...read('compose.yml').matchAll(/\$\{HARK_VERSION:-([^}]+)\}/g),
    ...['web', 'worker', 'bucket-job'].flatMap((file) => [
      ...read(`kubernetes/${file}.yaml`).matchAll(/\/hark:(\S+)/g),
    ]),
    ...read('kubernetes/kustomization.yaml').matchAll(/newTag: ([^ ,}]+)/g),
    ...[...read('../CHANGELOG.md').matchAll(/^## (\S+)/gm)].slice(0, 1),
  ];
  expect(named.map(([, release]) => release)).toEqual(Array<string>(7).fill(version));
});
