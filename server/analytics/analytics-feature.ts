import { createAnalyticsRouter, type AnalyticsDeps } from './analytics-router.ts';

/** Creates analytics. It reads the counters of campaigns and drops and owns no data. */
export function createAnalyticsFeature({ statistics, clock }: AnalyticsDeps) {
  return {
    router: createAnalyticsRouter({ statistics, clock }),
  };
}
