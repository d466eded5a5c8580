import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createAdjustmentSource, adjustCredits, type Correction } from './adjust-credits.ts';
import { createAdjustmentModel, type AdjustmentModel } from './adjustment-model.ts';
import type { ClosableLedger } from '#server/features/credits/credit-ledger.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { grantOf } from '#server/features/credits/testing/given.ts';
import { auditOf, createLedgerIndexes, testLedger } from '#server/features/credits/testing/test-ledger.ts';

let database: TestDatabase;
let adjustments: AdjustmentModel;
let ledger: ClosableLedger;
let correction: Correction;
const clock = { now: () => new Date() };

beforeAll(async () => {
  database = await testDatabase();
  adjustments = createAdjustmentModel(database.connection);
  await createLedgerIndexes(database.connection);
});
afterAll(() => database.stop());
beforeEach(() => {
  ledger = testLedger(database.connection);
  correction = { id: newId(), streamId: newId(), amount: -500, reason: 'Charged by mistake', by: 'ana' };
  return () => ledger.close();
});

const adjust = (by: CreditLedger = ledger) => adjustCredits({ ledger: by, adjustments, clock }, correction);
const differences = async () => {
  const sources = [createAdjustmentSource(adjustments)];
  return (await auditOf(database.connection, correction.streamId, sources)).differences;
};
const grant = () =>
  ledger.execute(correction.streamId, { ...grantOf('launch'), key: `grant:invoice:${newId()}` });

test('a retried correction has its cause when the process dies before recording the outcome', async () => {
  expect(await adjust()).toMatchObject({ ok: false });
  await grant();
  const dying: CreditLedger = {
    ...ledger,
    async execute(...command) {
      await ledger.execute(...command);
      throw new Error('The process died');
    },
  };
  await expect(adjust(dying)).rejects.toThrow('The process died');
  expect(await differences()).toEqual([]);
});

test('a slow refused attempt does not overwrite the outcome of a later successful one', async () => {
  let proceed = (): void => undefined;
  const later = new Promise<void>((resolve) => (proceed = resolve));
  let refused = (): void => undefined;
  const decided = new Promise<void>((resolve) => (refused = resolve));
  const slow: CreditLedger = {
    ...ledger,
    async execute(...command) {
      const result = await ledger.execute(...command);
      refused();
      await later;
      return result;
    },
  };
  const first = adjust(slow);
  await decided;
  await grant();
  expect(await adjust()).toMatchObject({ ok: true });
  proceed();
  expect(await first).toMatchObject({ ok: false });
  expect(await adjustments.findById(`adjust:${correction.id}`).lean()).toMatchObject({ outcome: 'done' });
});

test('a correction repeated with another amount is refused, even if the first was never executed', async () => {
  await grant();
  const dying: CreditLedger = { ...ledger, execute: () => Promise.reject(new Error('The process died')) };
  await expect(adjust(dying)).rejects.toThrow('The process died');
  const other = { ...correction, amount: -600 };
  expect(await adjustCredits({ ledger, adjustments, clock }, other)).toMatchObject({
    ok: false,
    refusal: { type: 'KeyConflict' },
  });
  expect((await ledger.balance(correction.streamId)).available).toBe(20_000);
});

const stored = () => adjustments.findById(`adjust:${correction.id}`).lean();

test('a correction is recorded with who made it, when and why, and its outcome', async () => {
  await grant();
  const at = new Date('2026-11-20T09:30:00Z');
  expect(await adjustCredits({ ledger, adjustments, clock: { now: () => at } }, correction)).toMatchObject({
    ok: true,
    event: { type: 'adjust', amount: -500 },
  });
  const { id, ...given } = correction;
  expect(await stored()).toEqual({ _id: `adjust:${id}`, ...given, at, outcome: 'done' });
  expect(await differences()).toEqual([]);
});

test('a correction that is refused has no event, and one with an invalid field no record either', async () => {
  expect(await adjust()).toMatchObject({ refusal: { type: 'InsufficientCredits', needed: 500 } });
  expect(await stored()).toMatchObject({ outcome: 'refused' });
  expect(await differences()).toEqual([]);
  correction = { ...correction, id: newId(), amount: 0 };
  await expect(adjust()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await stored()).toBeNull();
});

test.each([{ streamId: newId() }, { amount: -600 }, { reason: 'Another' }])(
  'the id of a correction is not used again for one with %o',
  async (change) => {
    await grant();
    expect(await adjust()).toMatchObject({ ok: true, repeated: false });
    expect(await adjust()).toMatchObject({ ok: true, repeated: true });
    const other = await adjustCredits({ ledger, adjustments, clock }, { ...correction, ...change });
    const refusal = { type: 'KeyConflict', key: `adjust:${correction.id}` };
    expect(other).toEqual({ ok: false, refusal });
    expect(await stored()).toMatchObject({ amount: -500, outcome: 'done' });
  },
);

test('an event without a correction is reported, and a correction without its event or with another amount', async () => {
  await grant();
  await ledger.execute(correction.streamId, {
    type: 'adjust',
    key: 'adjust:by-hand',
    amount: 5,
    reason: 'a gift',
  });
  await adjust();
  await ledger.close();
  expect(await differences()).toMatchObject([
    { kind: 'uncaused', key: 'adjust:by-hand', text: 'has no cause among the corrections' },
  ]);
  await adjustments.updateOne({ _id: `adjust:${correction.id}` }, { $set: { amount: -501 } });
  const { streamId } = correction;
  const record = { streamId, amount: 1, reason: 'lost', by: 'ben', at: new Date() };
  await adjustments.create({ ...record, _id: `adjust:lost:${streamId}`, outcome: 'done' });
  await adjustments.create({ ...record, _id: `adjust:open:${streamId}`, outcome: 'open' });
  expect((await differences()).map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      'has amount -500 where the correction of ana says -501',
      'is missing: the correction of ben calls for it',
      'has no cause among the corrections',
    ]),
  );
  expect(await differences()).toHaveLength(3);
});
