import { isActionAllowed, refusalText } from '#shared/campaign-lifecycle.ts';
import { CAMPAIGN_TIMES, dropMoment, endOfWindow, isDay, utcDay } from '#shared/drop-schedule.ts';
import type { AutomaticRetry } from '#shared/schemas/campaigns/automatic-retry.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { errorStatus, type ApiUtils } from '#client/app/trpc.ts';
import { text, urlState } from '#client/kit/url-state.ts';
import type { ChosenList, ReplacedCampaign, WizardForm } from './wizard-form.ts';

/**
 * The query of /campaign: the saved list to call, the UTC day to begin on, the campaign, by its id or name, to make another
 * like it, the id of the scheduled campaign to replace, or that of the draft to go on with.
 */
export const wizardUrl = urlState({
  list: text(64),
  day: text(10),
  like: text(400),
  replace: text(64),
  draft: text(60),
});

/** What a new campaign begins with. */
export interface Prefill {
  form: Partial<WizardForm>;
  /** Null: the contacts are chosen in the wizard. */
  list: ChosenList | null;
  /** Null: it is a new campaign. */
  replaces: ReplacedCampaign | null;
}

/** Campaigns of a similar name that are read to find a free one. */
const SIMILAR = 50;

/** The campaign to replace has started, is paused or is gone; the text says so. */
export class NotReplaceable extends Error {}

/**
 * Loads what a campaign begins with at `now`. Rejects if the list or the campaign that is asked for cannot be read, with
 * `NotReplaceable` for one that is to be replaced.
 */
export async function loadPrefill(
  { client }: Pick<ApiUtils, 'client'>,
  { list, day, like, replace }: ReturnType<typeof wizardUrl.read>,
  now: Date,
): Promise<Prefill> {
  if (replace !== '') return replacementOf(client, replace);
  if (like !== '') return copyOf(client, like, now);
  const [voiceId, found] = await Promise.all([
    usualVoice(client),
    list === '' ? null : client.contactLists.get.query({ id: list }),
  ]);
  return {
    form: { voiceId, ...(day !== '' && { startDate: startOn(day, now) }) },
    list: found && usable(found.list),
    replaces: null,
  };
}

/** Loads another campaign like one, which begins a day from now at the time of that one. */
async function copyOf(client: ApiUtils['client'], id: string, now: Date): Promise<Prefill> {
  const { campaign } = await client.campaigns.get.query({ id });
  const campaignTime = offeredTime(campaign);
  const tomorrow = utcDay(new Date(now.getTime() + DAY_MS));
  return {
    form: {
      ...formOf(campaign),
      name: await similarName(client, campaign.name),
      ...(campaignTime !== undefined && { startDate: tomorrow, campaignTime }),
    },
    replaces: null,
    list: campaign.list_id === null ? null : await listIfKept(client, campaign.list_id),
  };
}

/** Returns the only voice that is ready, or of several that of the latest campaign; null where that is none of them. */
async function usualVoice(client: ApiUtils['client']): Promise<string | null> {
  const { voices } = await client.voices.list.query();
  const ready = voices.filter(({ status }) => status === 'ready');
  if (ready.length < 2) return ready[0]?.vid ?? null;
  const { rows } = await client.analytics.campaigns.query({ sort: 'made', direction: 'desc', limit: 1 });
  const [latest] = rows;
  if (latest === undefined) return null;
  const { campaign } = await client.campaigns.get.query({ id: latest.id });
  return ready.some(({ vid }) => vid === campaign.voice_id) ? campaign.voice_id : null;
}

/** Returns a UTC day (`YYYY-MM-DD`) on which a campaign can begin; null for any other text. */
function startOn(day: string, now: Date): string | null {
  return isDay(day) && day >= utcDay(now) && day <= utcDay(endOfWindow(now)) ? day : null;
}

/** Returns the name with the first number after it that no campaign of the user has. */
export async function similarName(client: ApiUtils['client'], name: string): Promise<string> {
  const { rows } = await client.analytics.campaigns.query({
    search: withoutNumber(name),
    sort: 'name',
    direction: 'asc',
    limit: SIMILAR,
  });
  return freeName(name, new Set(rows.map((row) => row.campaign_name)));
}

/** Loads a scheduled campaign with its schedule; its contacts and their consent stay with it. */
async function replacementOf(client: ApiUtils['client'], id: string): Promise<Prefill> {
  const campaign = await client.campaigns.get.query({ id }).then(
    (found) => found.campaign,
    (error: unknown) => {
      if (errorStatus(error) !== 404) throw error;
      throw new NotReplaceable('That campaign was deleted, so there is nothing to replace.');
    },
  );
  if (!isActionAllowed('replace', campaign.status))
    throw new NotReplaceable(refusalText('replace', campaign.status));
  const campaignTime = offeredTime(campaign);
  const startDate = campaign.drop_date.slice(0, 10);
  return {
    form: {
      ...formOf(campaign),
      name: campaign.name,
      endDate: campaign.last_day,
      ...(campaignTime !== undefined && { startDate, campaignTime }),
    },
    list: null,
    replaces: {
      id: campaign.id,
      name: campaign.name,
      dropDate: campaign.drop_date,
      contacts: campaign.total,
      split: campaign.split && { test: campaign.split.test, part: campaign.split.part },
      seen: fieldsOf(campaign),
    },
  };
}

/** Returns the time at which a campaign starts; undefined for one between those that the wizard offers. */
function offeredTime({ drop_date: start }: CampaignView): string | undefined {
  return CAMPAIGN_TIMES.find((time) => start === dropMoment(start.slice(0, 10), time));
}

/** Returns all that a replacement changes of a campaign, to notice one from elsewhere. */
export function fieldsOf(campaign: CampaignView): string {
  const { from, to, days } = campaign.calling_hours;
  return JSON.stringify([
    campaign.name,
    campaign.description,
    campaign.message,
    campaign.voice_id,
    campaign.drop_date,
    campaign.drops_per_minute,
    from,
    to,
    days,
    campaign.total,
    // Drafts of before there was one name none.
    ...(campaign.last_day === null ? [] : [campaign.last_day]),
    ...(campaign.automatic_retry === null ? [] : [retryOf(campaign.automatic_retry)]),
  ]);
}

function formOf(campaign: CampaignView): Partial<WizardForm> {
  return {
    description: campaign.description,
    message: campaign.message,
    voiceId: campaign.voice_id,
    callingHours: campaign.calling_hours,
    callsPerMinute: campaign.drops_per_minute,
    retry: campaign.automatic_retry && retryOf(campaign.automatic_retry),
  };
}

function retryOf({ after_days, times }: AutomaticRetry): AutomaticRetry {
  return { after_days, times };
}

/** Returns a list, or null if it was deleted: a campaign outlives the list that it was made from. */
async function listIfKept(client: ApiUtils['client'], id: string): Promise<ChosenList | null> {
  try {
    return usable((await client.contactLists.get.query({ id })).list);
  } catch (error) {
    if (errorStatus(error) === 404) return null;
    throw error;
  }
}

function usable(list: ContactListView): ChosenList | null {
  return list.status === 'ready' && list.size > 0 ? list : null;
}

/** Returns the name with the first free number after it: "Spring" and "Spring 2" give "Spring 3". */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = withoutNumber(name);
  for (let number = 2; ; number += 1) {
    const free = `${base.slice(0, MAX_NAME_LENGTH - String(number).length - 1).trimEnd()} ${String(number)}`;
    if (!taken.has(free)) return free;
  }
}

function withoutNumber(name: string): string {
  return name.replace(/ \d{1,6}$/, '');
}
