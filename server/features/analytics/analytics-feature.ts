import type { AnalyticsDeps } from './analytics-deps.ts';
import { createAnalyticsRouter } from './analytics-router.ts';

/** Creates analytics. It reads the counters of campaigns and drops and owns no data. */
export function createAnalyticsFeature(deps: AnalyticsDeps) {
  return {
    router: createAnalyticsRouter(deps),
  };
}
