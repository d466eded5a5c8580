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
