import fc, { type Arbitrary } from 'fast-check';

/** The subset of JSON schema that inputs use. */
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

/** An own property named `__proto__`, which an object literal cannot create. */
const PROTO_KEY: unknown = JSON.parse('{"__proto__":{"admin":true}}');

/** Values that often break input handling. */
const HOSTILE: readonly unknown[] = [
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

/** Valid values by field name. */
export type ValidValues = Readonly<Record<string, unknown>>;

/** Generates an input with some of the fields: mostly valid or at a limit, often invalid. */
export function arbitraryInput(
  fields: Readonly<Record<string, InputSchema>>,
  good: ValidValues,
): Arbitrary<Record<string, unknown>> {
  return arbitraryFields(fields, (schema, name) =>
    fc.oneof(
      { weight: name in good ? 12 : 0, arbitrary: fc.constant(good[name]) },
      { weight: 4, arbitrary: arbitraryValue(schema) },
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    ),
  );
}

/** Generates a path segment: a valid one or a hostile one. */
export function arbitraryText(good: readonly string[]): Arbitrary<string> {
  const hostile = HOSTILE.filter(
    (value) => typeof value === 'string' && value !== '' && value.length < 1_000,
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...(hostile as string[])) },
  );
}

function arbitraryValue(schema: InputSchema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => arbitraryValue(one)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return allowedNumber(schema);
    case 'string':
      return allowedText(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return arbitraryFields(schema.properties ?? {}, arbitraryValue);
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

function arbitraryFields(
  fields: Readonly<Record<string, InputSchema>>,
  value: (schema: InputSchema, name: string) => Arbitrary<unknown>,
): Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, value(schema, name)]),
  );
  return fc.oneof(fc.record(model), fc.record(model, { requiredKeys: [] }));
}
