/** Counts event loop iterations until `stop`. */
export function countLoopIterations(): { readonly turns: number; stop(): void } {
  let turns = 0;
  let next = setImmediate(count);
  function count() {
    turns += 1;
    next = setImmediate(count);
  }
  return {
    get turns() {
      return turns;
    },
    stop() {
      clearImmediate(next);
    },
  };
}
