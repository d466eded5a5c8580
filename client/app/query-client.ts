import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endsSession, errorStatus } from './trpc.ts';
import { reportUnauthenticated } from './session/unauthenticated.ts';

const MAX_RETRIES = 2;

/** Only what may pass by itself is asked again: an unreachable or a failing server, never a refusal. */
export function mayRetry(failures: number, error: unknown): boolean {
  const status = errorStatus(error);
  return failures < MAX_RETRIES && (status === undefined || status >= 500);
}

function reportIfSessionEnded(error: unknown): void {
  if (endsSession(error)) reportUnauthenticated();
}

/** The cache of everything read from the API. Any 401 that means "signed out" is reported to the session. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportIfSessionEnded }),
    mutationCache: new MutationCache({ onError: reportIfSessionEnded }),
    defaultOptions: { queries: { staleTime: 30_000, retry: mayRetry }, mutations: { retry: false } },
  });
}
