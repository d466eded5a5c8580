import type { DeletionDeps } from './deletion-deps.ts';
import type { ErasedAccount, ErasureStep } from '#server/platform/module/erasure-step.ts';

/** Runs steps one after another; a failed one stops no other and is logged. Returns the names of those that are not done. */
export async function runSteps(
  { log }: Pick<DeletionDeps, 'log'>,
  steps: readonly ErasureStep[],
  account: ErasedAccount,
): Promise<string[]> {
  const unfinished: string[] = [];
  for (const { name, erase } of steps) {
    try {
      if (!(await erase(account))) unfinished.push(name);
    } catch (error) {
      log.warn(
        { err: error, uid: account.uid, step: name },
        'a step of the deletion of an account failed; will retry',
      );
      unfinished.push(name);
    }
  }
  return unfinished;
}
