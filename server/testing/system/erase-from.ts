import type { ErasedAccount } from '#server/platform/module/erasure-step.ts';
import type { Module } from '#server/platform/module/module.ts';

/** Runs the steps with which a module erases what it holds of an account. Returns whether nothing has to wait. */
export async function eraseFrom(
  { erasure = [] }: Module,
  { uid, streamId = '' }: { uid: string; streamId?: string },
): Promise<boolean> {
  const account: ErasedAccount = { uid, streamId, email: undefined };
  const completed: boolean[] = [];
  for (const step of erasure) completed.push(await step.erase(account));
  return !completed.includes(false);
}
