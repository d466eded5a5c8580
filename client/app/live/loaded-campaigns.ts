import type { InfiniteData } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';

/** What the list of campaigns is asked for with; the screens that show it share what is loaded. */
export const CAMPAIGN_LIST = { limit: 50 } as const;

/** The parts of the list that are loaded, in order. */
export type LoadedCampaigns<Cursor = unknown> = InfiniteData<
  inferRouterOutputs<AppRouter>['campaigns']['list'],
  Cursor
>;

/** All loaded campaigns, in the order of the list. */
export function loadedRows({ pages }: Pick<LoadedCampaigns, 'pages'>): CampaignView[] {
  return pages.flatMap(({ campaigns }) => campaigns);
}

/** The same parts with each one's campaigns changed. */
export function mapLoaded<Cursor>(
  loaded: LoadedCampaigns<Cursor>,
  change: (campaigns: CampaignView[]) => CampaignView[],
): LoadedCampaigns<Cursor> {
  return {
    ...loaded,
    pages: loaded.pages.map((part) => ({ ...part, campaigns: change(part.campaigns) })),
  };
}
