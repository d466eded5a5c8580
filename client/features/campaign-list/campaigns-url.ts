import { CAMPAIGN_GROUP_NAMES } from '#shared/schemas/campaigns/campaign-overview.ts';
import { LIST_FIELDS, LIST_PAGING } from '#client/domain/campaigns/list-url.ts';
import { oneOf, urlState, type ShownUrl, type UrlField } from '#client/kit/url-state.ts';
import { isMonth } from './calendar/is-month.ts';

/** What the tabs show beside all campaigns. */
export const SHOWN_GROUPS = ['drafts', ...CAMPAIGN_GROUP_NAMES] as const;

/** A month as `YYYY-MM`; '' for the present one. */
const month: UrlField<string> = { initial: '', read: (text) => (isMonth(text) ? text : undefined) };

/** The query of /campaigns. */
export const campaignsUrl = urlState(
  { show: oneOf(SHOWN_GROUPS), view: oneOf(['calendar']), month, ...LIST_FIELDS },
  { paging: LIST_PAGING, beside: ['view', 'month'], typed: ['search'] },
);
export type ShownCampaigns = ShownUrl<ReturnType<typeof campaignsUrl.read>>;
