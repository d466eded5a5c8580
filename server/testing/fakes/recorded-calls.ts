type Answer = (...args: never[]) => unknown;

/**
 * Makes objects that record each call of a method as `[object.method, ...arguments]` in `calls`. A method answers what `answers`
 * has for it, else a promise of undefined; other values in `answers` are properties.
 */
export function createCallRecorder() {
  const calls: unknown[][] = [];
  function recorded(name: string, answers: Record<string, unknown> = {}): object {
    return new Proxy(answers, {
      get(_, method) {
        const answer = answers[String(method)];
        if (answer !== undefined && typeof answer !== 'function') return answer;
        return (...args: unknown[]) => {
          calls.push([`${name}.${String(method)}`, ...args]);
          return answer === undefined ? Promise.resolve() : (answer as Answer)(...(args as never[]));
        };
      },
    });
  }
  return { calls, recorded };
}
