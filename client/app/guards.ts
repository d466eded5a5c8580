/** Checks that a value read from outside (storage, history, a stream) has a type. */
export type Guard<Type> = (value: unknown) => value is Type;

/** One guard a field: a field that is added to the type does not compile until it has one. */
export type Guards<Type> = { [Key in keyof Type]-?: Guard<Type[Key]> };

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';
export const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value);

/** Returns the guard of a field that may be missing. */
export function optional<Type>(guard: Guard<Type>): Guard<Type | undefined> {
  return (value): value is Type | undefined => value === undefined || guard(value);
}

/** Returns the guard of a field that may be null. */
export function nullable<Type>(guard: Guard<Type>): Guard<Type | null> {
  return (value): value is Type | null => value === null || guard(value);
}

/** Returns the guard of one of some values. */
export function oneOf<const Value>(values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((known) => known === value);
}

/** Returns the guard of an array whose items all pass `guard`. */
export function arrayOf<Item>(guard: Guard<Item>): Guard<Item[]> {
  return (value): value is Item[] => Array.isArray(value) && value.every(guard);
}

/** Returns the guard of an object whose fields pass their guards; further fields are allowed. */
export function objectOf<Type extends object>(guards: Guards<Type>): Guard<Type> {
  const fields = Object.entries<(value: unknown) => boolean>(guards);
  return (value): value is Type =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([key, isValid]) => isValid((value as Record<string, unknown>)[key]));
}

/** Parses JSON. Returns `undefined` if it is malformed or fails the guard. */
export function parseJson<Type>(json: string, guard: Guard<Type>): Type | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return guard(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
