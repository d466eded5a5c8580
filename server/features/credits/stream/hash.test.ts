import { mongo } from 'mongoose';
import { expect, test } from 'vitest';
import { canonicalJson, eventHash, requestHash } from './hash.ts';
import { campaign, grantOf } from '#server/features/credits/testing/given.ts';

const { hold } = campaign('c1');

test('canonical JSON ignores the order of fields, not their names and values', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ b: 1 }));
});

test('values of different types have different canonical JSON', () => {
  const at = new Date(0);
  const values = [
    null,
    undefined,
    0,
    '0',
    Number.NaN,
    Infinity,
    true,
    'true',
    at,
    at.toISOString(),
    [],
    {},
    [null],
  ];
  const texts = [
    ...values,
    mongo.Long.fromNumber(0),
    new mongo.ObjectId('0'.repeat(24)),
    new mongo.Decimal128('0'),
  ].map(canonicalJson);
  expect(new Set(texts).size).toBe(texts.length);
});

test('an event’s hash covers every field except itself', () => {
  const event = { version: 1, hash: 'x', previousHash: '' };
  expect(eventHash({ ...event, hash: 'y' })).toBe(eventHash(event));
  expect(eventHash({ ...event, version: 2 })).not.toBe(eventHash(event));
  expect(eventHash({ ...event, added: 1 })).not.toBe(eventHash(event));
});

test('a request’s hash covers the command except its key', () => {
  expect(requestHash(hold(1, 2))).toBe(requestHash(hold(1, 1)));
  expect(requestHash(hold(2))).not.toBe(requestHash(hold(1)));
  const grant = grantOf('launch');
  expect(requestHash({ ...grant, period: { ...grant.period, start: new Date(0) } })).not.toBe(
    requestHash(grant),
  );
});

test('fields are sorted however many shapes have been seen', () => {
  // The same names in different orders, equally many names, names of which some are the beginning of others, and many.
  const shapes = [
    ['b', 'a'],
    ['a', 'b'],
    ['a', 'c'],
    [],
    ['a'],
    ['ab', 'a', 'b'],
    numbered(31),
    numbered(200),
  ];
  const many = Array.from({ length: 40 }, (_, n) => [`z${String(n)}`, 'a']);
  for (const names of [...shapes, ...many, ...shapes]) {
    const fields = Object.fromEntries(names.map((name, at) => [name, at]));
    const sorted = names.toSorted().map((name) => [name, names.indexOf(name)] as const);
    expect(canonicalJson(fields)).toBe(JSON.stringify(Object.fromEntries(sorted)));
  }
});

test('a hash does not depend on where the event’s own hash is among its fields', () => {
  expect(eventHash({ hash: 'x', b: 1, a: 2 })).toBe(eventHash({ a: 2, b: 1, hash: 'y' }));
  expect(eventHash({ hash: 'x', z: 1 })).toBe(eventHash({ z: 1 }));
  // Only the event's own, not those within it.
  expect(eventHash({ a: { hash: 'x' } })).not.toBe(eventHash({ a: { hash: 'y' } }));
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `n${String(n).padStart(3, '0')}`).toReversed();
}
