import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createPrometheus } from '#server/platform/observability/prometheus.ts';
import { prepareProgram } from './testing/debian-program.mjs';

const CONFIG = 'docker/prometheus';

let promtool: string | undefined;
let amtool: string | undefined;
let reason = '';

/** Runs a program, promtool by default, with `input`; returns its exit code and what it printed. */
function check(
  args: string[],
  input = '',
  program = promtool,
): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program ?? '', args, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
    child.stdin?.end(input);
  });
}

beforeAll(async () => {
  const prepare = (name: string, path: string) =>
    prepareProgram(name, { path, probe: '--version' }).catch((error: unknown) => {
      reason = String(error);
      return undefined;
    });
  promtool = await prepare('promtool', 'usr/bin/promtool');
  amtool = await prepare('prometheus-alertmanager', 'usr/bin/amtool');
}, 300_000);

test('promtool accepts the alert rules', async ({ skip }) => {
  if (promtool === undefined) skip(reason);
  const { code, output } = await check(['check', 'rules', `${CONFIG}/alerts.yml`]);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('SUCCESS') as string });
});

test.each(['prometheus.yml', 'kubernetes.yml'])('promtool accepts %s', async (file) => {
  if (promtool === undefined) return;
  const { code, output } = await check(['check', 'config', `${CONFIG}/${file}`]);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('rules found') as string,
  });
});

test.each(readdirSync(`${CONFIG}/rule-tests`))(
  'the alerts fire when they should, by %s',
  async (file) => {
    if (promtool === undefined) return;
    const { code, output } = await check(['test', 'rules', `${CONFIG}/rule-tests/${file}`]);
    expect(code, output).toBe(0);
  },
  120_000,
);

test('amtool accepts the routes of alerts', async ({ skip }) => {
  if (amtool === undefined) skip(reason);
  const { code, output } = await check(['check-config', `${CONFIG}/alertmanager.yml`], '', amtool);
  expect(code, output).toBe(0);
});

test.each([
  ['page', 'severity=page'],
  ['ticket', 'severity=ticket'],
  ['ticket', 'alertname=HarkNew'],
])('an alert reaches %s with %s', async (receiver, label) => {
  if (amtool === undefined) return;
  const args = ['config', 'routes', 'test', `--config.file=${CONFIG}/alertmanager.yml`, label];
  expect((await check(args, '', amtool)).output.split('\n')[0]).toBe(receiver);
});

test('promtool accepts the metrics', async ({ skip }) => {
  if (promtool === undefined) skip(reason);
  const prometheus = await createPrometheus();
  prometheus.observe('hark_http_request_duration_seconds', { method: 'GET', route: '/', status: '200' }, 0.1);
  expect(await check(['check', 'metrics'], await prometheus.text())).toEqual({ code: 0, output: '' });
});
