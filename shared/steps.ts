/** Long work in short steps, between which other work may have its turn. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Does all steps at once, and returns their result. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
