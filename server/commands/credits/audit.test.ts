import { expect, test } from 'vitest';
import type { AuditSource, ExpectedEvent } from '#server/features/credits/audit/audit-source.ts';
import { audit } from './audit.ts';
import type { SupportContext } from './support-context.ts';

const OWNERS: Record<string, string | undefined> = { 's-ann': 'ann@x.example' };

/** Audits empty streams, of which a record of the first may require an event; returns the exit code and what is printed. */
async function audited(
  expected: Partial<ExpectedEvent>[],
  {
    json = false,
    email,
    becomes = {},
  }: { json?: boolean; email?: string; becomes?: Record<string, string | undefined> } = {},
) {
  const printed: string[] = [];
  const began: unknown[] = [];
  const source = (name: string, events: Partial<ExpectedEvent>[]): AuditSource => ({
    name,
    explains: () => false,
    async *expectedEvents(streamId) {
      if (streamId !== 's-erased')
        yield* await Promise.resolve(
          events.map((one) => ({ key: 'deduct:c:1', cause: `${name} c:1`, due: false, ...one })),
        );
    },
    causing: () => Promise.resolve(new Set<string>()),
  });
  const context = {
    credits: {
      audit: {
        store: {
          async *streams(from?: string) {
            began.push(from);
            yield* await Promise.resolve(['s-ann', 's-erased']);
          },
          open: () => Promise.resolve({ checkpoint: undefined, batches: (async function* () {})() }),
          find: () => Promise.resolve([]),
        },
      },
    },
    owners: () => Promise.resolve(new Map(Object.entries(OWNERS))),
    ownerOf: (streamId: string) => Promise.resolve({ ...OWNERS, ...becomes }[streamId]),
    streamOf: (reference: string) => Promise.resolve(reference === 'ann@x.example' ? 's-ann' : 'none'),
    causes: [source('settlement', expected)],
    lastingCauses: [],
    recordAudit: () => Promise.resolve(),
    print: (line: string) => Promise.resolve(void printed.push(line)),
  } as unknown as SupportContext;
  const code = await audit(context, { email, from: 's-a', json });
  return { code, printed, began };
}

test('without differences an audit ends well, and says how much it has seen', async () => {
  expect(await audited([])).toEqual({
    code: 0,
    printed: ['Audited 2 streams, no events: no differences.'],
    began: ['s-a'],
  });
  const { printed, began } = await audited([], { email: 'ann@x.example' });
  expect(printed).toEqual(['Audited 1 stream, no events: no differences.']);
  expect(began).toEqual([]);
});

test('work in progress is printed with its user, and is no difference', async () => {
  const { code, printed } = await audited([{}]);
  expect(code).toBe(0);
  expect(printed).toEqual([
    'ann@x.example  in progress: settlement c:1: deduct:c:1 is not there yet',
    'Audited 2 streams, no events: no differences.',
  ]);
});

test('a difference is printed as it is found, and ends the audit with 1; as JSON all come at the end', async () => {
  const { code, printed } = await audited([{ due: true }]);
  expect(code).toBe(1);
  expect(printed).toHaveLength(2);
  expect(printed[0]).toMatch(/^ann@x\.example {2}deduct:c:1 /);
  expect(printed[1]).toBe('Audited 2 streams, no events: 1 difference.');
  const asJson = await audited([{ due: true }, { key: 'deduct:c:2' }], { json: true });
  expect(asJson.code).toBe(1);
  expect(asJson.printed).toHaveLength(1);
  expect(JSON.parse(asJson.printed[0] ?? '')).toMatchObject({
    streams: 2,
    events: 0,
    differences: [{ user: 'ann@x.example', key: 'deduct:c:1' }],
    inProgress: [{ user: 'ann@x.example' }],
  });
});

test('an account that is erased while it is audited is compared with what outlives it alone', async () => {
  const { code, printed } = await audited([{ due: true }], { becomes: { 's-ann': undefined } });
  expect(printed).toEqual(['Audited 2 streams, no events: no differences.']);
  expect(code).toBe(0);
});

test('a difference is printed with the address that its account has by then', async () => {
  const { code, printed } = await audited([{ due: true }], { becomes: { 's-ann': 'new@x.example' } });
  expect(code).toBe(1);
  expect(printed[0]).toMatch(/^new@x\.example {2}deduct:c:1 /);
});
