/** A counter that is not what its calls make. */
export interface CounterDifference {
  counter: string;
  stored: number;
  counted: number;
}

/** Counters by name; one that is missing is 0. */
export type Figures = Readonly<Record<string, number>>;

/** Returns the counters that differ. */
export function differencesOf(stored: Figures, counted: Figures): CounterDifference[] {
  const counters = new Set([...Object.keys(stored), ...Object.keys(counted)]);
  return [...counters].flatMap((counter) => {
    const [is, shouldBe] = [stored[counter] ?? 0, counted[counter] ?? 0];
    return is === shouldBe ? [] : [{ counter, stored: is, counted: shouldBe }];
  });
}
