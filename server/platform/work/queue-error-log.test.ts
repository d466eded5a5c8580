import { expect, test } from 'vitest';
import { createQueueErrorLog } from './queue-error-log.ts';

function start() {
  const lines: object[] = [];
  let now = 0;
  const report = createQueueErrorLog({ error: (line: object) => void lines.push(line) }, () => now);
  return {
    lines,
    report: (message: string) => {
      report(new Error(message));
    },
    pass: (ms: number) => (now += ms),
  };
}

test('an error that repeats is logged once a minute with the number of its repetitions', () => {
  const { lines, report, pass } = start();
  for (let n = 0; n < 500; n += 1) report('connect ECONNREFUSED');
  expect(lines).toHaveLength(1);
  pass(60_000);
  report('connect ECONNREFUSED');
  expect(lines.at(-1)).toMatchObject({ err: { message: 'connect ECONNREFUSED' }, repeated: 499 });
  pass(60_000);
  report('connect ECONNREFUSED');
  expect(lines.at(-1)).not.toHaveProperty('repeated');
});

test('different errors are logged at once, however many there are', () => {
  const { lines, report } = start();
  for (let n = 0; n < 250; n += 1) report(`problem ${String(n)}`);
  expect(lines).toHaveLength(250);
});
