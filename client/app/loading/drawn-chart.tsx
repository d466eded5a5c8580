import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { CHART_HEIGHT } from '#client/charts/chart-format.ts';

/** The state of the data of a chart. */
export interface ChartQuery {
  loading: boolean;
  failed: boolean;
  retrying: boolean;
  retry: () => void;
}

/** Returns the state of a query whose data a chart shows. */
export function chartQuery(query: {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}): ChartQuery {
  return {
    loading: query.isPending,
    failed: query.isError,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/** A chart once its data and code are loaded; until then a placeholder of the same size. */
export function DrawnChart({ query, children }: { query: ChartQuery; children: ReactNode }) {
  const room = (
    <div style={{ height: CHART_HEIGHT }} className="flex items-end">
      <Skeleton className="h-4/5 w-full" />
    </div>
  );
  if (query.loading) return room;
  return (
    <div className="relative">
      <ErrorBoundary fallback={<NoChart />}>
        <Suspense fallback={room}>{children}</Suspense>
      </ErrorBoundary>
      {query.failed && (
        <div className="absolute inset-0 grid place-items-center">
          <LoadError
            busy={query.retrying}
            onRetry={query.retry}
            className="rounded-control bg-surface px-2"
          />
        </div>
      )}
    </div>
  );
}

/** If the chart's code fails to load, the table still shows the data. */
function NoChart() {
  return (
    <div style={{ height: CHART_HEIGHT }} className="grid place-items-center">
      <LoadError
        onRetry={() => {
          window.location.reload();
        }}
      />
    </div>
  );
}
