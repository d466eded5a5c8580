import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/app/trpc.ts';

/** What a change of the credits changes: balance, entries and days, what a period used, and what a balance is enough for. */
export const OF_CREDITS = [trpc.credits, trpc.billing.usage, trpc.campaigns.quote].map((procedures) =>
  getQueryKey(procedures),
);

/** Returns a function that refetches every query affected by a change of the credits. */
export function useRefreshCredits(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(OF_CREDITS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
