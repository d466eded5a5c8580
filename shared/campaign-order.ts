/**
 * The orders of a list of campaigns. `running`: what is sending, then what is to be sent, soonest first, then what is
 * finished, latest first. `recent`: what is sending, what is paused, what is finished, latest first, then what is to be sent.
 */
export const CAMPAIGN_SORTS = [
  'time',
  'running',
  'recent',
  'name',
  'made',
  'failed',
  'rate',
  'status',
] as const;
export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
