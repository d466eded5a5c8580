/** Stands for the formats of `d3-scale` in the browser's code, see vite.config.ts: every axis of a chart has its own. */
export default function tickFormat(): never {
  throw new Error('An axis needs a format for its ticks');
}
