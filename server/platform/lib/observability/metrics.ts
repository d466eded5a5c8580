import type { LabelsOf, MetricOf } from './metric-catalogue.ts';

/** Receives the measurements of a process; the names and labels are those of the catalogue. */
export interface Metrics {
  /** Adds to a counter, 1 by default. */
  count<Name extends MetricOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /**
   * Lets a counter or histogram exist at zero. Prometheus's `increase` does not see the increment that creates a series, and so
   * no alert would see the first failure.
   */
  begin<Name extends MetricOf<'counter' | 'histogram'>>(name: Name, labels: LabelsOf<Name>): void;
  /** Adds to a gauge; negative numbers subtract. */
  add<Name extends MetricOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, by: number): void;
  /** Adds a value to a histogram, in base units: seconds for durations. */
  observe<Name extends MetricOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void;
  /** Sets a gauge at each scrape to what `read` returns. */
  read<Name extends MetricOf<'gauge'>>(name: Name, read: () => Promise<Reading<Name>[]>): void;
}

/** A value of a gauge with its labels. */
export interface Reading<Name extends MetricOf<'gauge'>> {
  labels: LabelsOf<Name>;
  value: number;
}

const ignore = (): void => undefined;

/** Drops all measurements. */
export const NO_METRICS: Metrics = {
  begin: ignore,
  count: ignore,
  add: ignore,
  observe: ignore,
  read: ignore,
};

/** Returns a function that returns the seconds since this call. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}
