import { isDeepStrictEqual } from 'node:util';
import { invalidParameter } from './errors.ts';

/**
 * Returns the change of a field that a request may have under several names, `sent` by its names: the value that differs from
 * the stored one, as a program that sends back what it was answered changes one of them. `undefined` where none does. Throws
 * `AppError` INVALID_INPUT for changes that differ from each other.
 */
export function changeOf<Value>(
  stored: Value | undefined,
  sent: Record<string, Value | undefined>,
): Value | undefined {
  const changes = Object.entries(sent).filter(
    ([, value]) => value !== undefined && !isDeepStrictEqual(value, stored),
  );
  const [first, ...others] = changes;
  const other = others.find(([, value]) => !isDeepStrictEqual(value, first?.[1]));
  if (first !== undefined && other !== undefined)
    throw invalidParameter(other[0], `differs from ${first[0]}, which is the same field`);
  return first?.[1];
}
