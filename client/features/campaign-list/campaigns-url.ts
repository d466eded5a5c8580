import { CAMPAIGN_GROUP_NAMES } from '#shared/schemas/campaigns/campaign-overview.ts';
import { LIST_FIELDS, LIST_PAGING } from '#client/domain/campaigns/list-url.ts';
import { oneOf, urlState, type ShownUrl } from '#client/kit/url-state.ts';

/** What the tabs show beside all campaigns. */
export const SHOWN_GROUPS = ['drafts', ...CAMPAIGN_GROUP_NAMES] as const;

/** The query of /campaigns. */
export const campaignsUrl = urlState(
  { show: oneOf(SHOWN_GROUPS), ...LIST_FIELDS },
  { paging: LIST_PAGING, typed: ['search'] },
);
export type ShownCampaigns = ShownUrl<ReturnType<typeof campaignsUrl.read>>;
