import { expect, test } from 'vitest';
import type { CommandResult, Refusal } from './api.ts';
import type { ClosableLedger } from './credit-ledger.ts';
import type { CreditEvent } from './events.ts';
import { countRefusals, measureAppends } from './measured-ledger.ts';
import type { CreditEventStore } from './stream/credit-event-store.ts';
import { adjustBy } from './testing/given.ts';

/** Notes what is measured, the duration as whether it is one. */
function metrics() {
  const noted: unknown[] = [];
  const note =
    (what: string) =>
    (name: string, labels: object, value?: number): void => {
      noted.push([what, name, labels, name.endsWith('_seconds') ? Number(value) >= 0 : value]);
    };
  return { noted, begin: note('begin'), count: note('count'), observe: note('observe') };
}

const EVENTS = ['a', 'b', 'c'].map((_id) => ({ _id })) as unknown as CreditEvent[];
const storeThat = (append: CreditEventStore['append']) =>
  ({ append, confirm: (event: CreditEvent) => Promise.resolve(event) }) as unknown as CreditEventStore;

test('an append is measured by its duration, the events of its group and those that were written', async () => {
  const measured = metrics();
  const all = measureAppends(
    storeThat((events) => Promise.resolve(events.length)),
    measured,
  );
  expect(await all.append(EVENTS)).toBe(3);
  const written = (count: number) => [
    ['observe', 'hark_ledger_append_duration_seconds', {}, true],
    ['observe', 'hark_ledger_group_events', {}, 3],
    ['count', 'hark_ledger_appended_events_total', {}, count],
  ];
  expect(measured.noted).toEqual(written(3));
  const conflicts = metrics();
  expect(
    await measureAppends(
      storeThat(() => Promise.resolve(2)),
      conflicts,
    ).append(EVENTS),
  ).toBe(2);
  expect(conflicts.noted).toEqual([...written(2), ['count', 'hark_ledger_conflicts_total', {}, undefined]]);
});

test('an append that fails is counted as an error alone, and a confirmation not at all', async () => {
  const measured = metrics();
  const failing = measureAppends(
    storeThat(() => Promise.reject(new Error('no database'))),
    measured,
  );
  await expect(failing.append(EVENTS)).rejects.toThrow('no database');
  expect(measured.noted).toEqual([['count', 'hark_ledger_append_errors_total', {}, undefined]]);
  await failing.confirm(EVENTS[0] ?? expect.fail());
  expect(measured.noted).toHaveLength(1);
});

test('each reason of a refusal is there from the beginning, and counted when it refuses a command', async () => {
  const measured = metrics();
  const results: CommandResult[] = [
    { ok: true, event: {} as never, repeated: false },
    { ok: false, refusal: { type: 'InDebt', debt: 5 } },
  ];
  const inner = { execute: () => Promise.resolve(results.shift()) } as unknown as ClosableLedger;
  const ledger = countRefusals(inner, measured);
  const reasons: Refusal['type'][] = [
    'InsufficientCredits',
    'NoActivePlan',
    'InDebt',
    'CostChanged',
    'ExceedsHold',
    'KeyConflict',
  ];
  expect(measured.noted.splice(0)).toEqual(
    reasons.map((reason) => ['begin', 'hark_ledger_refusals_total', { reason }, undefined]),
  );
  expect(await ledger.execute('s', adjustBy(1))).toMatchObject({ ok: true });
  expect(measured.noted).toEqual([]);
  expect(await ledger.execute('s', adjustBy(1))).toMatchObject({ ok: false });
  expect(measured.noted).toEqual([['count', 'hark_ledger_refusals_total', { reason: 'InDebt' }, undefined]]);
});
