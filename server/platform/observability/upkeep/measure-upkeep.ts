import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { UpkeepStore } from './upkeep-store.ts';

/** Reads at each scrape when the last backup was made, and copied where there is a bucket for that, and what the last audit found. */
export function measureUpkeep(
  store: Pick<UpkeepStore, 'last'>,
  metrics: Pick<Metrics, 'read'>,
  { hasCopies }: { hasCopies: boolean },
): void {
  const lastOf = (work: 'backup' | 'copy') => async () => [
    { labels: {}, value: ((await store.last(work))?.at.getTime() ?? 0) / 1_000 },
  ];
  metrics.read('hark_last_backup_timestamp_seconds', lastOf('backup'));
  if (hasCopies) metrics.read('hark_last_copy_timestamp_seconds', lastOf('copy'));
  metrics.read('hark_audit_differences', async () => {
    const found = (await store.last('audit'))?.differences ?? 0;
    return [{ labels: {}, value: found }];
  });
}
