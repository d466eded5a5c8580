import { expect, test } from 'vitest';
import { z } from 'zod';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true });

/** The keywords of JSON Schema that limit a value. */
const LIMITS = [
  ...['minLength', 'maxLength', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern'],
  ...['minItems', 'maxItems', 'enum', 'const', 'default'],
];

/** Returns a line for each limited field of a schema: its path and the limits. */
function linesOf(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const fields = schema as Record<string, unknown>;
  const limits = LIMITS.filter(
    (name) => name in fields && Math.abs(Number(fields[name])) !== Number.MAX_SAFE_INTEGER,
  );
  const own = limits.map((name) => `${name}=${JSON.stringify(fields[name])}`).join(' ');
  const strict = fields['additionalProperties'] === false ? [`${path} strict`] : [];
  return [
    ...(own === '' ? [] : [`${path} ${own}`]),
    ...strict,
    ...Object.entries(fields['properties'] ?? {}).flatMap(([name, field]) =>
      linesOf(field, `${path}.${name}`),
    ),
    ...linesOf(fields['items'], `${path}[]`),
    ...linesOf(fields['propertyNames'], `${path}{name}`),
    ...linesOf(fields['additionalProperties'], `${path}{}`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((name) =>
      ((fields[name] ?? []) as unknown[]).flatMap((choice) => linesOf(choice, path)),
    ),
  ];
}

const shared = import.meta.glob<Record<string, unknown>>(
  ['../**/*.ts', '!../**/*.test.ts', '!../fixtures/**', '!../contacts/encodings/**'],
  { eager: true },
);

const isPlain = (value: unknown) => value === null || ['number', 'string', 'boolean'].includes(typeof value);

/** Whether a constant is a limit, a path, a list of choices or a table of these; a sentence is none. */
function isListed(value: unknown, depth = 2): boolean {
  if (isPlain(value)) return depth < 2 || typeof value !== 'string' || !value.includes(' ');
  const isTable = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isTable && depth > 0 && Object.values(value as object).every((part) => isListed(part, depth - 1));
}

test('limits and choices are as listed: the texts for people and integrators name them', async () => {
  const lines = Object.values(shared)
    .flatMap((module) => Object.entries(module))
    .filter(([name, value]) => /^[A-Z][A-Z\d_]+$/.test(name) && isListed(value))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  await expect(`${[...new Set(lines)].sort().join('\n')}\n`).toMatchFileSnapshot('listed-constants.txt');
});

/** Lists the limits of the exported schemas that are those of inputs, or of all others. */
function listLimits(io: 'input' | 'output'): string {
  const lines = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .filter(([name]) => /(?:Input|Fields|Ref|Draft|Filter)$/.test(name) === (io === 'input'))
    .flatMap(([name, schema]) => linesOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), name));
  return `${[...new Set(lines)].sort().join('\n')}\n`;
}

test('what inputs accept is as listed: integrators rely on it', async () => {
  await expect(listLimits('input')).toMatchFileSnapshot('listed-limits.txt');
});

test('what bounds numbers, texts and lists of answers is as listed: one that is beyond fails its call', async () => {
  const bounds = listLimits('output').match(/^\S+ .*\b(?:m(?:in|ax)\w+|exclusive\w+)=\d.*$/gm) ?? [];
  await expect(`${bounds.join('\n')}\n`).toMatchFileSnapshot('listed-answers.txt');
});

test('the fields of answers are as listed: screens and integrators read them', async () => {
  const lines = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject)
    .filter(([name]) => !/(?:Input|Fields|Ref|Draft|Filter)$/.test(name))
    .map(([name, { shape }]) => `${name}: ${Object.keys(shape).join(' ')}`);
  await expect(`${[...new Set(lines)].sort().join('\n')}\n`).toMatchFileSnapshot('listed-fields.txt');
});
