import type { FirstRun } from '#shared/schemas/account/first-run.ts';
import { trpc } from '#client/app/trpc.ts';

/** The steps of a new account, as they are at each visit: other pages take them; `undefined` where they are closed, unknown or could not be loaded. */
export function useFirstRun(): { steps: FirstRun | undefined; isPending: boolean } {
  const { data, isPending } = trpc.firstRun.steps.useQuery(undefined, { staleTime: 0 });
  return { steps: data === undefined || data.closed ? undefined : data, isPending };
}
