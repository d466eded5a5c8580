import { z } from 'zod';

/** The keywords of JSON Schema that limit a value, and the words that a wrong one is refused with. */
const LIMITS = [
  ...['minLength', 'maxLength', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern', 'format'],
  ...['minItems', 'maxItems', 'enum', 'const', 'default', 'refusals'],
];

type Fields = Record<string, unknown>;

/** Returns what a schema and its checks refuse a value with, where they have words of their own. */
function refusalsOf({ _zod }: z.core.$ZodTypes): string[] {
  const errors = [_zod.def, ...(_zod.def.checks ?? []).map((check) => check._zod.def)].map(
    ({ error }) => error,
  );
  const refusals = errors.flatMap((error) => {
    const words = error?.({ code: 'custom', input: 0, path: [], inst: undefined } as never);
    return typeof words === 'string' ? [words] : [];
  });
  return [...new Set(refusals)];
}

/** Returns a line for each field of a schema: its path, its type, and what limits it. */
function linesOf(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const fields = schema as Fields;
  // The pattern of a format is not ours.
  const isOurs = (name: string) => name !== 'pattern' || !('format' in fields);
  const limits = LIMITS.filter(
    (name) => name in fields && isOurs(name) && Math.abs(Number(fields[name])) !== Number.MAX_SAFE_INTEGER,
  ).map((name) => `${name}=${JSON.stringify(fields[name])}`);
  const strict = fields['additionalProperties'] === false ? ['strict'] : [];
  const required = (fields['required'] ?? []) as string[];
  return [
    [
      path,
      ...['type', '$ref'].filter((name) => name in fields).map((name) => String(fields[name])),
      ...strict,
      ...limits,
    ].join(' '),
    ...Object.entries(fields['properties'] ?? {}).flatMap(([name, field]) =>
      linesOf(field, `${path}.${name}${required.includes(name) ? '' : '?'}`),
    ),
    ...linesOf(fields['items'], `${path}[]`),
    ...linesOf(fields['propertyNames'], `${path}{name}`),
    ...linesOf(fields['additionalProperties'], `${path}{}`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((name) => {
      const choices = (fields[name] ?? []) as Fields[];
      const isOneObject = choices.filter((choice) => 'properties' in choice).length < 2;
      return choices.flatMap((choice, index) =>
        linesOf(choice, isOneObject ? path : `${path}/${String(index + 1)}`),
      );
    }),
  ].filter((line) => line.includes(' '));
}

/** Whether a schema is that of what a call accepts, by its name. */
const isInput = (name: string) => /(?:Input|Fields|Ref|Draft|Filter)$/.test(name);

/** Lists the fields of the schemas that modules export: those of inputs, or of all others. */
export function listSchemas(
  modules: Record<string, Record<string, unknown>>,
  io: 'input' | 'output',
): string {
  const exported = z.registry<{ id: string }>();
  for (const [id, schema] of Object.values(modules).flatMap((module) => Object.entries(module)))
    if (schema instanceof z.ZodType) exported.add(schema, { id });
  const { schemas } = z.toJSONSchema(exported, {
    io,
    unrepresentable: 'any',
    uri: (id) => id,
    override: ({ zodSchema, jsonSchema }) => {
      const refusals = refusalsOf(zodSchema);
      if (refusals.length > 0) jsonSchema['refusals'] = refusals;
    },
  });
  const listed = Object.entries(schemas).filter(([name]) => isInput(name) === (io === 'input'));
  const lines = listed.flatMap(([name, schema]) => linesOf(schema, name));
  return `${[...new Set(lines)].sort().join('\n')}\n`;
}
