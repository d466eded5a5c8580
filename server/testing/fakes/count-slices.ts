/** Counts the turns of the event loop from now on, until `stop`. */
export function countTurns(): { readonly turns: number; stop(): void } {
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
