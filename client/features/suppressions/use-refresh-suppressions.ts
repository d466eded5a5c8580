import { trpc } from '#client/app/trpc.ts';

/** Refetches the do-not-call list. */
export function useRefreshSuppressions(): () => Promise<void> {
  const { suppressions } = trpc.useUtils();
  return () => suppressions.list.invalidate();
}
