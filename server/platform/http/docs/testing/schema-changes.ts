import { canonicalText, isObject, type Json } from '../json.ts';

/** The published document and the current one; their schemas refer to components. */
export interface Documents {
  published: Json;
  current: Json;
}

/** `request`: what programs send must still be accepted. `response`: what they receive must still be there. */
export type Direction = 'request' | 'response';

/** Limits of which a higher value accepts less. */
const LOWER_LIMITS = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const;
/** Limits of which a lower value accepts less. */
const UPPER_LIMITS = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const;

interface Step extends Documents {
  direction: Direction;
  /** The pairs that are being compared: named schemas may contain themselves. */
  open: ReadonlySet<string>;
}

/** Returns how the current schema breaks programs that know the published one; each line begins with `place`. */
export function narrowings(
  documents: Documents,
  place: string,
  published: unknown,
  current: unknown,
  direction: Direction,
): string[] {
  return compare({ ...documents, direction, open: new Set() }, place, published, current);
}

function compare(step: Step, place: string, published: unknown, current: unknown): string[] {
  const pair = canonicalText([published, current]);
  if (step.open.has(pair)) return [];
  const inner = { ...step, open: new Set([...step.open, pair]) };
  const before = flattened(step.published, published);
  const after = flattened(step.current, current);
  const alternatives = [alternativesOf(before), alternativesOf(after)];
  if (alternatives.some((list) => list !== undefined)) return alternativeChanges(inner, place, before, after);
  return [
    ...typeChanges(step.direction, place, before, after),
    ...valueChanges(step.direction, place, before, after),
    ...(step.direction === 'request' ? limitChanges(place, before, after) : []),
    ...propertyChanges(inner, place, before, after),
    ...partChanges(inner, place, before, after),
  ];
}

/** Follows references and merges `allOf`, so that a schema has its properties itself. */
function flattened(document: Json, schema: unknown): Json {
  if (!isObject(schema)) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [
    ...(typeof $ref === 'string' ? [component(document, $ref)] : []),
    ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
  ].map((part) => flattened(document, part));
  return parts.reduce<Json>((merged, part) => mergedSchema(part, merged), own);
}

function component(document: Json, ref: string): unknown {
  const keys = ref.replace('#/', '').split('/');
  return keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document);
}

function mergedSchema(base: Json, over: Json): Json {
  const properties = { ...objectOf(base['properties']), ...objectOf(over['properties']) };
  const required = [...new Set([...listOf(base['required']), ...listOf(over['required'])])];
  return {
    ...base,
    ...over,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** A request may accept more types, a response may return fewer. */
function typeChanges(direction: Direction, place: string, before: Json, after: Json): string[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const [narrow, wide] = direction === 'request' ? [is, was] : [was, is];
  const unknown = narrow.length === 0 || (wide.length === 0 && direction === 'request');
  const allowed = (type: unknown) =>
    narrow.includes(type) || (type === 'integer' && narrow.includes('number'));
  if (unknown || (wide.length > 0 && wide.every(allowed))) return [];
  return [`${place}: the type was ${textOf(was)} and is ${textOf(is)}`];
}

function typesOf({ type }: Json): unknown[] {
  return type === undefined ? [] : [type].flat();
}

/** A request must take every value that it took; a response may return new ones of an enum, which programs expect. */
function valueChanges(direction: Direction, place: string, before: Json, after: Json): string[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (direction === 'response') {
    const fixed = was !== undefined && was.length === 1 && canonicalText(was) !== canonicalText(is ?? []);
    return fixed ? [`${place}: the value is no longer ${textOf(was)}`] : [];
  }
  if (is === undefined) return [];
  if (was === undefined) return [`${place}: only ${textOf(is)} is accepted now`];
  return was
    .filter((value) => !is.includes(value))
    .map((value) => `${place}: ${String(value)} is refused now`);
}

function valuesOf(schema: Json): unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
}

function limitChanges(place: string, before: Json, after: Json): string[] {
  const stricter = (name: string, isStricter: (was: number, is: number) => boolean, none: number) => {
    const was = numberOf(before[name], none);
    const is = numberOf(after[name], none);
    return isStricter(was, is) ? [`${place}: ${name} is ${String(is)} now`] : [];
  };
  const pattern = after['pattern'];
  return [
    ...LOWER_LIMITS.flatMap((name) => stricter(name, (was, is) => is > was, -Infinity)),
    ...UPPER_LIMITS.flatMap((name) => stricter(name, (was, is) => is < was, Infinity)),
    ...(pattern !== undefined && pattern !== before['pattern'] ? [`${place}: the pattern has changed`] : []),
  ];
}

function numberOf(value: unknown, none: number): number {
  return typeof value === 'number' ? value : none;
}

function propertyChanges(step: Step, place: string, before: Json, after: Json): string[] {
  const [was, is] = [objectOf(before['properties']), objectOf(after['properties'])];
  const [needed, needs] = [listOf(before['required']), listOf(after['required'])];
  const gone = Object.keys(was).filter((name) => !(name in is));
  const kept = Object.keys(was).filter((name) => name in is);
  return [
    ...gone.map((name) => `${place}: ${name} was removed`),
    ...(step.direction === 'request'
      ? needs
          .filter((name) => !needed.includes(name))
          .map((name) => `${place}: ${String(name)} is required now`)
      : needed
          .filter((name) => kept.includes(String(name)) && !needs.includes(name))
          .map((name) => `${place}: ${String(name)} may be missing now`)),
    ...kept.flatMap((name) => compare(step, `${place} ${name}`, was[name], is[name])),
  ];
}

/** Items of arrays, and the values of objects with any keys. */
function partChanges(step: Step, place: string, before: Json, after: Json): string[] {
  return ['items', 'additionalProperties'].flatMap((key) =>
    isObject(before[key]) ? compare(step, `${place} ${key}`, before[key], after[key]) : [],
  );
}

/** Each alternative of a request must find one that accepts it; each of a response one that was known. */
function alternativeChanges(step: Step, place: string, before: Json, after: Json): string[] {
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  const [all, known] = [was ?? [before], is ?? [after]];
  const fits = (published: unknown, current: unknown) =>
    compare(step, place, published, current).length === 0;
  const broken =
    step.direction === 'request'
      ? all.filter((published) => !known.some((current) => fits(published, current)))
      : known.filter((current) => !all.some((published) => fits(published, current)));
  return broken.length === 0 ? [] : [`${place}: ${String(broken.length)} of its alternatives changed`];
}

function alternativesOf({ anyOf, oneOf }: Json): unknown[] | undefined {
  const list = anyOf ?? oneOf;
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function textOf(values: readonly unknown[]): string {
  return values.length === 0 ? 'anything' : values.map(String).join(' or ');
}
