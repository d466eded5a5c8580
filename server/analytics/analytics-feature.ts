import type { Request, Router } from 'express';
import type { Clock } from '#server/lib/clock.ts';
import type { Context } from '#server/trpc/context.ts';
import { createAnalyticsRouter } from './analytics-router.ts';
import { createExportRouter } from './export-calls.ts';
import type { CampaignStatistics } from './ports.ts';

export interface AnalyticsDeps {
  /** Campaigns and their calls, in numbers. */
  statistics: CampaignStatistics;
  clock: Clock;
}

/** Analytics: it reads what campaigns and drops count, and owns no data. */
export function createAnalyticsFeature({ statistics, clock }: AnalyticsDeps) {
  return {
    router: createAnalyticsRouter({ statistics, clock }),
    /** The download of B §7, which is no JSON; mounted beside the documented paths. */
    exports: (createContext: (req: Request) => Promise<Context>): Router =>
      createExportRouter(statistics, createContext),
  };
}
