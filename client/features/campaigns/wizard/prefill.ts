import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { errorStatus, type ApiUtils } from '#client/app/trpc.ts';
import { text, urlState } from '#client/kit/url-state.ts';
import type { ChosenList, WizardForm } from './wizard-form.ts';

/** The query of /campaign: the saved list to call, or the campaign, by its id or name, to make another like it. */
export const wizardUrl = urlState({ list: text(64), like: text(400) });

/** What a new campaign begins with. */
export interface Prefill {
  form: Partial<WizardForm>;
  /** Null: the contacts are chosen in the wizard. */
  list: ChosenList | null;
}

/** Campaigns of a similar name that are read to find a free one. */
const SIMILAR = 50;

/** Loads what a campaign begins with. Rejects if the list or the campaign that is asked for cannot be read. */
export async function loadPrefill(
  { client }: Pick<ApiUtils, 'client'>,
  { list, like }: ReturnType<typeof wizardUrl.read>,
): Promise<Prefill> {
  if (like === '')
    return { form: {}, list: usable((await client.contactLists.get.query({ id: list })).list) };
  const { campaign } = await client.campaigns.get.query({ id: like });
  const { rows } = await client.analytics.campaigns.query({
    search: withoutNumber(campaign.name),
    sort: 'name',
    direction: 'asc',
    limit: SIMILAR,
  });
  return {
    form: {
      name: freeName(campaign.name, new Set(rows.map((row) => row.campaign_name))),
      description: campaign.description,
      message: campaign.message,
      voiceId: campaign.voice_id,
      callingHours: campaign.calling_hours,
      callsPerMinute: campaign.drops_per_minute,
    },
    list: campaign.list_id === null ? null : await listIfKept(client, campaign.list_id),
  };
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
