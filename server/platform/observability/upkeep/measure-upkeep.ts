import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { UpkeepStore } from './upkeep-store.ts';

/** Reads at each scrape when the last backup was made and what the last audit found. */
export function measureUpkeep(store: Pick<UpkeepStore, 'last'>, metrics: Pick<Metrics, 'read'>): void {
  metrics.read('hark_last_backup_timestamp_seconds', async () => {
    const at = (await store.last('backup'))?.at.getTime() ?? 0;
    return [{ labels: {}, value: at / 1_000 }];
  });
  metrics.read('hark_audit_differences', async () => {
    const found = (await store.last('audit'))?.differences ?? 0;
    return [{ labels: {}, value: found }];
  });
}
