import { trpc } from '#client/app/trpc.ts';

/** Refetches all queries that show voices. */
export function useRefreshVoices(): () => Promise<void> {
  const { voices, auth } = trpc.useUtils();
  return async () => {
    await Promise.all([voices.list.invalidate(), voices.metadata.invalidate(), auth.userInfo.invalidate()]);
  };
}
