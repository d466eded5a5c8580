import { trpc } from './trpc.ts';
import { useSession } from './session/use-session.ts';

/** The signed-in user's credits: 0 until known and when they cannot be read (A §8). Refresh with `utils.credits.balance.invalidate()`. */
export function useCredits() {
  const { user } = useSession();
  const { data, isPending, isError } = trpc.credits.balance.useQuery(undefined, { enabled: user !== null });
  return { balance: data?.balance ?? 0, held: data?.held ?? 0, loading: isPending, failed: isError };
}
