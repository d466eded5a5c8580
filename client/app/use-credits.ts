import { trpc } from './trpc.ts';
import { useSession } from './session/use-session.ts';

/** Returns the credits of the signed-in user; 0 while loading and after an error. */
export function useCredits() {
  const { user } = useSession();
  const { data, isPending, isError } = trpc.credits.balance.useQuery(undefined, { enabled: user !== null });
  return { balance: data?.balance ?? 0, held: data?.held ?? 0, loading: isPending, failed: isError };
}
