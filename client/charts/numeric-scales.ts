/**
 * Stands for `d3-interpolate` in the scales of charts in the browser's code, see vite.config.ts: they are between numbers.
 * `at` is from 0 to 1.
 */
export function interpolateNumber(from: number, to: number): (at: number) => number {
  return (at) => from * (1 - at) + to * at;
}

/** Interpolates between two numbers and rounds the result. */
export function interpolateRound(from: number, to: number): (at: number) => number {
  return (at) => Math.round(from * (1 - at) + to * at);
}

export { interpolateNumber as interpolate };

/** Stands for the `tickFormat` of those scales, which brings `d3-format`: every axis here words its own ticks. */
export default function tickFormat(): (value: unknown) => string {
  return String;
}
