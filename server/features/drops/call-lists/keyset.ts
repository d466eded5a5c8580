import type { QueryFilter } from 'mongoose';
import type { ContactDocument } from '../contacts/contact-model.ts';
import type { Scan, ScanKey } from './call-scans.ts';

/** The values of a call by the keys of a scan; null where it has none. */
export type KeyValues = readonly (string | number | Date | null)[];

/** Returns the values of a call, or of a projection of it, by the keys of a scan. */
export function valuesOf(call: Partial<ContactDocument>, keys: readonly ScanKey[]): KeyValues {
  return keys.map((key) => {
    if (key === 'fields.first_name') return call.fields?.first_name ?? null;
    if (key === 'fields.last_name') return call.fields?.last_name ?? null;
    return call[key] ?? null;
  });
}

/** One range of an index, and the keys that order it: equal keys would keep the database from merging ranges in order. */
export interface KeyRange {
  where: QueryFilter<ContactDocument>;
  keys: readonly ScanKey[];
}

/**
 * Returns the ranges of an index with the calls after `values`, in the order in which they follow; without `values` all
 * of its calls. Each is read in order without sorting.
 */
export function rangesAfter(
  { equal, keys }: Pick<Scan, 'equal' | 'keys'>,
  values: KeyValues | undefined,
  ascending: boolean,
): KeyRange[] {
  if (values === undefined) return [{ where: equal, keys }];
  return [...keys.keys()].reverse().flatMap((at) => {
    const same = Object.fromEntries(keys.slice(0, at).map((key, n) => [key, values[n]]));
    const key = keys[at] ?? 'seq';
    return beyond(values[at] ?? null, ascending).map((condition) => ({
      where: { ...equal, ...same, [key]: condition },
      keys: keys.slice(condition === null ? at + 1 : at),
    }));
  });
}

/** Conditions for the values that follow one; a missing value precedes all others. */
function beyond(value: KeyValues[number], ascending: boolean): unknown[] {
  if (value === null) return ascending ? [{ $gt: '' }] : [];
  if (ascending) return [{ $gt: value }];
  return typeof value === 'string' ? [{ $lt: value }, null] : [{ $lt: value }];
}
