import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createPrometheus } from '#server/observability/prometheus.ts';
import { prepareFolder, unpackPackages } from './lib/debian-packages.mjs';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

let promtool: string | undefined;
let reason = '';

/** Unpacks Debian's package of Prometheus into the user's cache folder, once a machine. Returns the path of promtool. */
async function prepare(): Promise<string> {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || architecture === undefined) throw new Error('it needs Linux');
  const folder = join(homedir(), '.cache', 'hark', `prometheus-debian13-${architecture}`);
  if (!existsSync(folder))
    await prepareFolder(folder, (draft) => unpackPackages(draft, ['prometheus'], { architecture }));
  return join(folder, 'usr', 'bin', 'promtool');
}

/** Runs promtool with `input`; returns its exit code and what it printed. */
function check(args: string[], input = ''): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(promtool ?? '', args, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
    child.stdin?.end(input);
  });
}

beforeAll(async () => {
  promtool = await prepare().catch((error: unknown) => {
    reason = `promtool is not available: ${error instanceof Error ? error.message : ''}`;
    return undefined;
  });
}, 300_000);

test('promtool accepts the alert rules', async ({ skip }) => {
  if (promtool === undefined) skip(reason);
  const { code, output } = await check(['check', 'rules', 'docker/prometheus/alerts.yml']);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('SUCCESS') as string });
});

test('promtool accepts the metrics', async ({ skip }) => {
  if (promtool === undefined) skip(reason);
  const prometheus = await createPrometheus();
  prometheus.observe('hark_http_request_duration_seconds', { method: 'GET', route: '/', status: '200' }, 0.1);
  expect(await check(['check', 'metrics'], await prometheus.text())).toEqual({ code: 0, output: '' });
});
