import { describe, expect, test } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { checkCommand, MAX_ADJUSTMENT, type CreditCommand } from './commands.ts';
import { adjustBy, campaign, grantOf, purchaseOf, refundOf } from './testing/given.ts';

const { hold, deduct, release } = campaign('c1');
const LOT = { calls: 1, price: 50, period: 'period-1', allowance: false };

/** Returns the fields that are refused in a changed command; callers are not type-checked at runtime. */
function refusedFields(
  command: CreditCommand,
  changes: Record<string, unknown>,
  streamId = 'stream',
): string[] {
  try {
    checkCommand(streamId, { ...command, ...changes });
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe('INVALID_INPUT');
    return Object.keys(error.details.fields ?? {});
  }
}

test.each([
  grantOf('launch'),
  hold(1),
  deduct(1),
  release(1),
  release('rest'),
  adjustBy(-1),
  refundOf(-1),
  refundOf(1),
  { ...hold(1), calls: 10_000_000 },
  { ...hold(1), cost: 0, maxCost: 0 },
  { type: 'void-hold' as const, key: 'hold:c1:1:1', campaignId: 'c1' },
  { ...release(3), lots: [LOT, { ...LOT, calls: 2, allowance: true }] },
  purchaseOf(1),
  purchaseOf(MAX_ADJUSTMENT),
  adjustBy(MAX_ADJUSTMENT),
  refundOf(-MAX_ADJUSTMENT),
  { ...adjustBy(1), reason: 'x'.repeat(400) },
  { ...refundOf(1), source: { kind: 'dispute' as const, id: 'dp_1' } },
])('a valid $type command is accepted', (command) => {
  expect(refusedFields(command, {})).toEqual([]);
});

describe('an invalid command is refused with the name of its field', () => {
  test.each([
    ['a fraction', 0.5],
    ['a negative number', -1],
    ['zero', 0],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['more than 2^53', 2 ** 53 + 2],
    ['above the limit of a command', 10_000_001],
    ['a numeral', '5'],
    ['missing', undefined],
  ])('calls that are %s', (_, calls) => {
    for (const command of [hold(1), deduct(1), release(1)])
      expect(refusedFields(command, { calls })).toEqual(['calls']);
  });

  test.each([
    ['a fraction', 0.5],
    ['zero', 0],
    ['NaN', Number.NaN],
    ['more than 2^53', 2 ** 53 + 2],
    ['null', null],
    ['above the limit', MAX_ADJUSTMENT + 1],
    ['below the limit', -MAX_ADJUSTMENT - 1],
  ])('an amount that is %s', (_, amount) => {
    for (const command of [adjustBy(1), refundOf(1)])
      expect(refusedFields(command, { amount })).toEqual(['amount']);
  });

  test.each([
    ['empty', ''],
    ['without an id', 'hold:'],
    ['of another type', 'deduct:c1:1'],
    ['that is too long', `hold:${'x'.repeat(400)}`],
    ['that is not a string', 7],
  ])('a key %s', (_, key) => {
    expect(refusedFields(hold(1), { key })).toEqual(['key']);
  });

  test.each([
    [hold(1), { type: 'spend' }, ['type']],
    [hold(1), { campaignId: '' }, ['campaignId']],
    [release('rest'), { calls: 'all' }, ['calls']],
    [release('rest'), { reason: '' }, ['reason']],
    [grantOf('launch'), { plan: 'free' }, ['plan']],
    [grantOf('launch'), { period: { id: 'p', start: new Date(Number.NaN) } }, ['period.start']],
    [grantOf('launch'), { source: { kind: 'gift', id: 'x' } }, ['source.kind']],
    [refundOf(1), { source: { kind: 'gift', id: 'x' } }, ['source.kind']],
    [refundOf(1), { source: { kind: 'refund', id: '' } }, ['source.id']],
    [refundOf(1), { key: 'adjust:refund:re_1' }, ['key']],
    [grantOf('launch'), { key: 'hold:c1:1:1' }, ['key']],
    [deduct(1), { key: 'hold:c1:1:1' }, ['key']],
    [release(1), { key: 'hold:c1:1:1' }, ['key']],
    [adjustBy(1), { key: 'refund:in_1:1' }, ['key']],
    [purchaseOf(1), { key: 'purchase:in_1' }, ['key']],
    [purchaseOf(1), { credits: 0 }, ['credits']],
    [purchaseOf(1), { credits: MAX_ADJUSTMENT + 1 }, ['credits']],
    [purchaseOf(1), { source: { kind: 'invoice', id: 'in_1' } }, ['source.kind']],
    [hold(1), { cost: -1 }, ['cost']],
    [hold(1), { maxCost: -1 }, ['maxCost']],
    [release(1), { lots: [] }, ['lots']],
    [release(1), { lots: [LOT, LOT, LOT] }, ['lots']],
    [release(1), { lots: [{ ...LOT, calls: 0 }] }, ['lots.0.calls']],
    [adjustBy(1), { reason: 'x'.repeat(401) }, ['reason']],
  ])('%#: %o with %o', (command, changes, fields) => {
    expect(refusedFields(command, changes)).toEqual(fields);
  });

  test('unknown fields', () => {
    expect(refusedFields(hold(1), { price: 0 })).toHaveLength(1);
  });

  test('the refusal says of each field what is wrong', () => {
    expect(() => {
      checkCommand('a b', { ...hold(1), key: 'hold:' });
    }).toThrow(
      'streamId: must be the id of a credit stream; key: must begin with "hold:" and say which hold',
    );
    expect(() => {
      checkCommand('stream', adjustBy(0));
    }).toThrow('amount: must not be 0');
  });

  test('an invalid stream id', () => {
    for (const streamId of ['', 'a:b', 'a b', 'x'.repeat(101)]) {
      expect(refusedFields(hold(1), {}, streamId)).toEqual(['streamId']);
    }
  });
});
