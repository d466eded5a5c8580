import { isRangeDay, isReversed, type Days } from '#shared/day-range.ts';
import { paths } from '#client/app/routing/paths.ts';

/** The two sides of a comparison; null where none is chosen yet. */
export type CompareUrl =
  | { kind: 'campaigns'; a: string | null; b: string | null }
  | { kind: 'periods'; a: Days | null; b: Days | null };

const SEPARATOR = '..';
const MAX_LENGTH = 200;

/** Reads the query of /analytics/compare: campaigns by name, or with `by=days` periods like `2026-11-01..2026-11-30`. */
export function readCompareUrl(search: string): CompareUrl {
  const query = new URLSearchParams(search);
  const text = (name: string) => (query.get(name) ?? '').slice(0, MAX_LENGTH);
  if (query.get('by') === 'days') return { kind: 'periods', a: daysIn(text('a')), b: daysIn(text('b')) };
  const campaign = (name: string) => (text(name) === '' ? null : text(name));
  return { kind: 'campaigns', a: campaign('a'), b: campaign('b') };
}

/** Returns the address of a comparison. */
export function compareHref(url: CompareUrl): string {
  const query = new URLSearchParams();
  if (url.kind === 'periods') query.set('by', 'days');
  for (const side of ['a', 'b'] as const) {
    const value = url[side];
    if (value === null) continue;
    query.set(side, typeof value === 'string' ? value : `${value.from}${SEPARATOR}${value.to}`);
  }
  const text = query.toString();
  return paths.analyticsCompare + (text === '' ? '' : `?${text}`);
}

/** Returns the days of a text; null for anything but two days in order. */
function daysIn(text: string): Days | null {
  const [from = '', to = '', ...rest] = text.split(SEPARATOR);
  const isRange = rest.length === 0 && isRangeDay(from) && isRangeDay(to) && !isReversed({ from, to });
  return isRange ? { from, to } : null;
}
