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
