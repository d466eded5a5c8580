import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inContext } from './observability/call-context.ts';
import { createLogger } from './log.ts';

/** Returns the line that is logged of what was thrown. */
function lineOf(err: unknown): Record<string, unknown> {
  let line = '';
  const log = createLogger('info', { write: (text) => void (line += text) });
  inContext({ requestId: 'request-1' }, () => {
    log.error({ err }, 'failed');
  });
  return JSON.parse(line) as Record<string, unknown>;
}

test.each([
  [{ firstName: 'Zebulon' }, { type: 'object' }],
  ['out of memory', 'out of memory'],
  [undefined, undefined],
])('of %j, which is thrown and no error, no data is logged', (thrown, logged) => {
  const line = lineOf(thrown);
  expect(line['err']).toEqual(logged);
  expect(line).toMatchObject({ msg: 'failed', requestId: 'request-1' });
});

test('of an error its text, codes and causes are logged, and no document that it carries', () => {
  const cause = Object.assign(new Error('E11000'), { code: 11_000, document: { firstName: 'Zebulon' } });
  const line = lineOf(
    Object.assign(new Error('not stored', { cause }), { writeErrors: [{ op: 'Zebulon' }] }),
  );
  expect(line['err']).toMatchObject({ message: 'not stored', cause: { message: 'E11000', code: 11_000 } });
  expect(JSON.stringify(line)).not.toContain('Zebulon');
});

test('of an error its codes are logged by their names, and of its causes and parts five at most', () => {
  const codes = { code: 'E1', status: 503, vendorCode: 'quota' };
  const parts = Array.from({ length: 7 }, (_, n) =>
    Object.assign(new RangeError(`part ${String(n)}`), { code: n }),
  );
  const deep = Array.from({ length: 7 }).reduce<Error>(
    (cause, _, n) => new Error(`cause ${String(n)}`, { cause }),
    new Error('first'),
  );
  const error = Object.assign(new AggregateError(parts, 'several', { cause: deep }), codes);
  const { err } = lineOf(error) as { err: { errors: object[]; cause: object } };
  expect(err).toMatchObject({ type: 'AggregateError', message: 'several', stack: error.stack, ...codes });
  expect(err.errors).toMatchObject(
    [0, 1, 2, 3, 4].map((n) => ({ type: 'RangeError', message: `part ${String(n)}`, code: n })),
  );
  expect(err.errors).toHaveLength(5);
  expect(JSON.stringify(err.cause)).toContain('cause 2');
  expect(JSON.stringify(err.cause)).not.toContain('cause 1"');
  expect(lineOf(Object.assign(new Error('x'), { code: {}, status: null, vendorCode: [] }))['err']).toEqual({
    type: 'Error',
    message: 'x',
    stack: expect.any(String) as unknown,
  });
});

test('the stack of an error that repeats is logged once, its text each time', () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (text) => void lines.push(text) });
  const away = new Error('away', { cause: new Error('refused') });
  for (const err of [away, away, new Error('another')]) log.error({ err }, 'failed');
  const [first, again, other] = lines.map((line) => JSON.parse(line) as { err: Record<string, unknown> });
  expect(first?.err).toHaveProperty('stack');
  expect(again?.err).toEqual({
    type: 'Error',
    message: 'away',
    cause: { type: 'Error', message: 'refused' },
  });
  expect(other?.err).toHaveProperty('stack');
});

test('a log on a full disk neither ends a process nor holds its end', async () => {
  const program = `
    import { setImmediate as eventLoopTurn } from 'node:timers/promises';
    import { createLogger } from './server/platform/lib/log.ts';
    const log = createLogger('info');
    for (let line = 0; line < 3; line += 1) {
      log.info('a line');
      while (process.getActiveResourcesInfo().includes('FSReqCallback')) await eventLoopTurn();
    }
    process.stdout.write('goes on');
    process.exit(0);`;
  const full = await open('/dev/full', 'w');
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', full.fd] });
  const ended = once(child, 'exit');
  try {
    expect(await text(child.stdout ?? expect.fail())).toBe('goes on');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await full.close();
  }
});
