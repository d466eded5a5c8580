import type { Request, Router } from 'express';
import type { Context } from '#server/trpc/context.ts';
import { createAnalyticsRouter, type AnalyticsDeps } from './analytics-router.ts';
import { createExportRouter } from './export-calls.ts';

/** Creates analytics. It reads the counters of campaigns and drops and owns no data. */
export function createAnalyticsFeature({ statistics, clock }: AnalyticsDeps) {
  return {
    router: createAnalyticsRouter({ statistics, clock }),
    /** The CSV export; mount it beside the REST paths. */
    exports: (createContext: (req: Request) => Promise<Context>): Router =>
      createExportRouter(statistics, createContext),
  };
}
