import { isRangeDay, isReversed, type Days } from '#shared/day-range.ts';
import { paths } from '#client/app/routing/paths.ts';
import { oneOf, text, urlState } from '#client/kit/url-state.ts';

/** The two sides of a comparison; null where none is chosen yet. */
export type CompareUrl =
  | { kind: 'campaigns'; a: string | null; b: string | null }
  | { kind: 'periods'; a: Days | null; b: Days | null };

const SEPARATOR = '..';
const MAX_LENGTH = 200;

/** The query of /analytics/compare: campaigns by name, or with `by=days` periods like `2026-11-01..2026-11-30`. */
export const compareUrl = urlState({
  by: oneOf(['days'] as const),
  a: text(MAX_LENGTH),
  b: text(MAX_LENGTH),
});

/** Returns the sides that the query of a comparison names. */
export function sidesOf({ by, a, b }: ReturnType<typeof compareUrl.read>): CompareUrl {
  if (by === 'days') return { kind: 'periods', a: daysIn(a), b: daysIn(b) };
  return { kind: 'campaigns', a: a === '' ? null : a, b: b === '' ? null : b };
}

/** Returns the address of a comparison. */
export function compareHref({ kind, ...sides }: CompareUrl): string {
  const written = (side: string | Days | null) =>
    typeof side === 'object' && side !== null ? `${side.from}${SEPARATOR}${side.to}` : (side ?? '');
  const by = kind === 'periods' ? 'days' : null;
  return paths.analyticsCompare + compareUrl.query({ by, a: written(sides.a), b: written(sides.b) });
}

/** Returns the days of a text; null for anything but two days in order. */
function daysIn(text: string): Days | null {
  const [from = '', to = '', ...rest] = text.split(SEPARATOR);
  const isRange = rest.length === 0 && isRangeDay(from) && isRangeDay(to) && !isReversed({ from, to });
  return isRange ? { from, to } : null;
}
