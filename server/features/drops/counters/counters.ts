import { checkCampaign, type CampaignCheck } from './campaign-counters.ts';
import { checkDays, type DayCheck } from './day-counters.ts';
import type { CountersDeps } from './counters-deps.ts';

/** Counts calls again, for `npm run counters`. Safe beside a running worker. */
export interface Counters {
  /** Yields the users that have a counter. */
  users(): AsyncIterable<string>;
  /** Yields the campaigns of a user. */
  campaignsOf(userId: string): AsyncIterable<string>;
  /** Counts the calls of a campaign again; `undefined` if there is none. */
  checkCampaign(campaignId: string): Promise<CampaignCheck | undefined>;
  /** Counts the calls of a user again, by day and hour of the week. */
  checkDays(userId: string): Promise<DayCheck[]>;
}

export function createCounters(deps: CountersDeps): Counters {
  return {
    async *users() {
      let next = await nextUser(deps, '');
      for (; next !== undefined; next = await nextUser(deps, next)) yield next;
    },
    async *campaignsOf(userId) {
      for await (const { _id } of deps.campaigns.streamOf(userId)) yield _id;
    },
    checkCampaign: (campaignId) => checkCampaign(deps, campaignId),
    checkDays: (userId) => checkDays(deps, userId),
  };
}

/** A user may have days without a campaign, and campaigns without a day. */
async function nextUser({ campaigns, days }: CountersDeps, after: string): Promise<string | undefined> {
  const found = await Promise.all([campaigns.nextUser(after), days.nextUser(after)]);
  return found.filter((user) => user !== undefined).sort()[0];
}
