import { trpc } from '#client/app/trpc.ts';

/** Lists the user's drafts; asked again at each view, as the wizard saves them in other tabs and browsers too. */
export function useDrafts() {
  return trpc.campaigns.drafts.list.useQuery(undefined, { staleTime: 0, select: ({ drafts }) => drafts });
}
