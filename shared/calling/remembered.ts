import type { Interval } from './zone-offsets.ts';

type Days = Map<number, readonly Interval[]>;

/** Days of all classes that are remembered. */
const MAX_DAYS = 200_000;
const MAX_VALUES = 20_000;

/** Returns what is remembered for a key, and computes it if nothing is. A full memory is emptied. */
export function remember<T>(memory: Map<string, T>, key: string, compute: () => T): T {
  const stored = memory.get(key);
  if (stored !== undefined) return stored;
  if (memory.size >= MAX_VALUES) memory.clear();
  const value = compute();
  memory.set(key, value);
  return value;
}

/** Remembers the openings of window classes by day. */
export class OpeningMemory {
  readonly #classes = new Map<string, Map<string, Days>>();
  #days = 0;

  /** Returns the openings of a class on a day, and computes them if they are not remembered. */
  ofDay(hours: string, window: string, day: number, compute: () => readonly Interval[]): readonly Interval[] {
    const stored = this.#classes.get(hours)?.get(window)?.get(day);
    if (stored !== undefined) return stored;
    const open = compute();
    this.#store(hours, window, day, open);
    return open;
  }

  #store(hours: string, window: string, day: number, open: readonly Interval[]): void {
    if (++this.#days > MAX_DAYS) {
      this.#classes.clear();
      this.#days = 1;
    }
    const classes = this.#classes.get(hours) ?? new Map<string, Days>();
    const days = classes.get(window) ?? new Map<number, readonly Interval[]>();
    this.#classes.set(hours, classes.set(window, days.set(day, open)));
  }
}
