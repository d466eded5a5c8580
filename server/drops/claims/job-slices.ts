/** Lets so many pieces of work run at once; the others wait in line. */
export interface JobSlices {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createJobSlices(atOnce: number): JobSlices {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
