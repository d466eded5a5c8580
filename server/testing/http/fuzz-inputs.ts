import fc, { type Arbitrary } from 'fast-check';

/** A JSON schema, as far as inputs of calls use it. */
export interface InputSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: InputSchema[];
  items?: InputSchema;
  properties?: Record<string, InputSchema>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** An own property of that name, which an object literal would not make. */
const PROTO_KEY: unknown = JSON.parse('{"__proto__":{"admin":true}}');

/** Values that break what was not written with them in mind. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e',
  '𝒽'.repeat(300),
  'x'.repeat(20_000),
  '__proto__',
  'constructor',
  '$where',
  'a.b',
  '%00',
  '%E0%A4%A',
  'a\r\nSet-Cookie: x=y',
  'null',
  'NaN',
  'Infinity',
  '1e999',
  '-1',
  '9007199254740993',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T25:61:61',
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  [],
  [[]],
  [null],
  {},
  { $gt: '' },
  { $ne: null },
  { toString: 1, valueOf: 1 },
  { length: -1 },
  PROTO_KEY,
];

/** Values that calls accept, by the name of the field. */
export type GoodValues = Readonly<Record<string, unknown>>;

/** An input with some of the fields: mostly good or at their limits, often what no schema allows. */
export function someInput(
  fields: Readonly<Record<string, InputSchema>>,
  good: GoodValues,
): Arbitrary<Record<string, unknown>> {
  return someFields(fields, (schema, name) =>
    fc.oneof(
      { weight: name in good ? 12 : 0, arbitrary: fc.constant(good[name]) },
      { weight: 4, arbitrary: allowed(schema) },
      { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    ),
  );
}

/** A text for a path: a good one, or nonsense. */
export function someText(good: readonly string[]): Arbitrary<string> {
  const nasty = NASTY.filter((value) => typeof value === 'string' && value !== '' && value.length < 1_000);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...(nasty as string[])) },
  );
}

function allowed(schema: InputSchema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => allowed(one)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return allowedNumber(schema);
    case 'string':
      return allowedText(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(allowed(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return someFields(schema.properties ?? {}, allowed);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function allowedNumber({ minimum = 0, maximum = 1_000_000 }: InputSchema): Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
    fc.integer({ min: -5, max: 50 }),
  );
}

function allowedText({ minLength = 0, maxLength = 100 }: InputSchema): Arbitrary<string> {
  const limits = [minLength, maxLength, maxLength + 1].map((length) => 'é'.repeat(Math.min(length, 2_000)));
  return fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...limits));
}

function someFields(
  fields: Readonly<Record<string, InputSchema>>,
  value: (schema: InputSchema, name: string) => Arbitrary<unknown>,
): Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, value(schema, name)]),
  );
  return fc.oneof(fc.record(model), fc.record(model, { requiredKeys: [] }));
}
