import { execFile } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { createPrometheus } from '#server/platform/observability/prometheus.ts';
import { prepareProgram } from './lib/debian/debian-program.mjs';

let promtool: string | undefined;
let reason = '';

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
  const program = { path: 'usr/bin/promtool', probe: '--version' };
  promtool = await prepareProgram('promtool', program).catch((error: unknown) => {
    reason = String(error);
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
