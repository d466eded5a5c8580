import type { InfiniteData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { AppRouter } from '#server/app/app-router.ts';

/** The input of the campaign list query. All screens use it, so that they share one cache entry. */
export const CAMPAIGN_LIST = { limit: 50, sort: 'recent' } as const;

/** The loaded pages of the campaign list, in order. */
export type LoadedCampaigns<Cursor = unknown> = InfiniteData<
  inferRouterOutputs<AppRouter>['campaigns']['list'],
  Cursor
>;

/** Returns all loaded campaigns in list order. */
export function loadedRows({ pages }: Pick<LoadedCampaigns, 'pages'>): CampaignView[] {
  return pages.flatMap(({ campaigns }) => campaigns);
}

/** Returns the pages with `change` applied to the campaigns of each. */
export function mapLoaded<Cursor>(
  loaded: LoadedCampaigns<Cursor>,
  change: (campaigns: CampaignView[]) => CampaignView[],
): LoadedCampaigns<Cursor> {
  return {
    ...loaded,
    pages: loaded.pages.map((page) => ({ ...page, campaigns: change(page.campaigns) })),
  };
}
