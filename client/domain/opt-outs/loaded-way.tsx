import type { ReactNode } from 'react';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

interface LoadedWayProps {
  query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** One way in which people stop voicemails, while it is loaded or could not be. */
export function LoadedWay({ query: { data, isError, isFetching, refetch }, children }: LoadedWayProps) {
  if (data !== undefined) return children;
  return (
    <li className="px-5 py-4">
      {isError ? (
        <LoadError busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-18" />
        </SkeletonGroup>
      )}
    </li>
  );
}
