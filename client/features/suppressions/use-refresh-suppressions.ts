import { trpc } from '#client/app/trpc.ts';

/** Reads the do-not-call list again. */
export function useRefreshSuppressions(): () => Promise<void> {
  const { suppressions } = trpc.useUtils();
  return () => suppressions.list.invalidate();
}
