/** A measured figure: its median and its extremes over the rounds. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the value below which a part (0 to 1) of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1] ?? Number.NaN;
}

/** Returns the figure of the values of all rounds. */
export function figureOf(values: readonly number[]): Figure {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values) };
}
