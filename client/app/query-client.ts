import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { endsSession, errorStatus } from './trpc.ts';
import { reportUnauthenticated } from './session/unauthenticated.ts';

const MAX_RETRIES = 2;

/** Whether to retry a query: only after network errors and 5xx responses. */
export function mayRetry(failures: number, error: unknown): boolean {
  const status = errorStatus(error);
  return failures < MAX_RETRIES && (status === undefined || status >= 500);
}

function reportIfSessionEnded(error: unknown): void {
  if (endsSession(error)) reportUnauthenticated();
}

/** Creates the query cache. Errors that end the session are reported to it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportIfSessionEnded }),
    mutationCache: new MutationCache({ onError: reportIfSessionEnded }),
    defaultOptions: { queries: { staleTime: 30_000, retry: mayRetry }, mutations: { retry: false } },
  });
}
