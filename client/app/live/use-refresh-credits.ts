import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/app/trpc.ts';

export const BALANCE = getQueryKey(trpc.credits.balance);

/** What the server computes from the credits: their entries and days, what a period used, and what a balance is enough for. */
export const OF_CREDITS = [
  trpc.credits.statement,
  trpc.credits.history,
  trpc.credits.campaigns,
  trpc.credits.flow,
  trpc.billing.usage,
  trpc.campaigns.quote,
].map((procedure) => getQueryKey(procedure));

/** Returns a function that refetches every query affected by a change of the credits. */
export function useRefreshCredits(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [BALANCE, ...OF_CREDITS].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  };
}
