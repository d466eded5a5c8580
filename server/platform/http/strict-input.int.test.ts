import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { procedures } from './security/authorization-harness.ts';

type Schema = z.core.$ZodTypes;

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Returns what a schema takes that a strict one does not, at every depth, a line each. */
function looseParts(schema: Schema, path: string): string[] {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return objectParts(def, path);
    case 'array':
      return looseParts(def.element as Schema, `${path}[]`);
    case 'record':
      return looseParts(def.valueType as Schema, `${path}.*`);
    case 'union':
      return def.options.flatMap((option) => looseParts(option as Schema, path));
    case 'pipe':
      return looseParts((def.in._zod.def.type === 'transform' ? def.out : def.in) as Schema, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return looseParts(def.innerType as Schema, path);
    default:
      return [];
  }
}

/** Objects that take any name, and why. */
const ANY_NAMES: readonly { reason: string; isOne(shape: object): boolean }[] = [
  { reason: 'a contact has columns of its own', isOne: (shape) => 'recommended_phone' in shape },
  {
    reason: 'browsers add fields to what WebAuthn returns',
    isOne: (shape) => 'clientDataJSON' in shape || 'rawId' in shape,
  },
  { reason: 'drafts of the wizard are of several versions', isOne: (shape) => 'savedAt' in shape },
];

function objectParts({ shape, catchall }: z.core.$ZodObjectDef, path: string): string[] {
  if (ANY_NAMES.some(({ isOne }) => isOne(shape))) return [];
  const isStrict = catchall?._zod.def.type === 'never';
  return [
    ...(isStrict ? [] : [`${path} takes unknown names`]),
    ...Object.entries(shape).flatMap(([name, field]) => [
      ...(isOptional(field) && !takes(field, null) ? [`${path}.${name} does not take null as absent`] : []),
      ...looseParts(field as Schema, `${path}.${name}`),
    ]),
  ];
}

function isOptional(field: z.core.$ZodType): boolean {
  return takes(field, undefined);
}

function takes(field: z.core.$ZodType, value: unknown): boolean {
  return (field as z.ZodType).safeParse(value).success;
}

it('the input of every call that changes something is strict, and takes null for what may be left out', () => {
  const faults = procedures(hark).flatMap(([name, { _def }]) => {
    if (_def.type !== 'mutation') return [];
    const { inputs } = _def as unknown as { inputs: Schema[] };
    const last = inputs.at(-1);
    return last === undefined ? [`${name} has no input schema: use noFields`] : looseParts(last, name);
  });
  expect(faults).toEqual([]);
});
