import { dropMoment } from '#shared/drop-schedule.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { errorStatus, type ApiUtils } from '#client/app/trpc.ts';
import { fieldsOf, similarName } from '#client/features/campaigns/wizard/prefill.ts';
import type { HalfRequest, KnownHalf, KnownHalves } from './publish-halves.ts';

/** Returns what the server knows of the halves of a test, of a draft with this name and number of contacts. */
export function knownHalves({ client }: ApiUtils, name: string, contacts: number | null): KnownHalves {
  return {
    find: async (half) => {
      const { halves } = await client.campaigns.halves.query({ test: half.split.test });
      const found = halves.find(({ part }) => part === half.split.part);
      const campaign = found === undefined ? null : await read(client, found.id);
      if (campaign === null) return null;
      const { id, total, skipped, drop_date: dropDate, credit_cost: creditCost } = campaign;
      const { balance } = await client.credits.balance.query();
      const published = { id, name: campaign.name, contacts: total, skipped, dropDate, creditCost, balance };
      return { campaign: published, differs: difference(campaign, half, contacts) };
    },
    secondName: () => similarName(client, name),
  };
}

/** Reads a campaign; null if there is none. */
async function read({ campaigns }: ApiUtils['client'], id: string) {
  try {
    return (await campaigns.get.query({ id })).campaign;
  } catch (error) {
    if (errorStatus(error) === 404) return null;
    throw error;
  }
}

function difference(
  campaign: CampaignView & { list_id: string | null },
  { form, contacts, split }: HalfRequest,
  size: number | null,
): KnownHalf['differs'] {
  const listId = 'file' in contacts ? null : (contacts.list_id ?? null);
  if (campaign.list_id !== listId) return 'list';
  const { startDate, campaignTime, maxCalls } = form;
  const asked: CampaignView = {
    ...campaign,
    // The second campaign has a name of its own.
    ...(split.part === 1 && { name: form.name.trim() }),
    description: form.description.trim(),
    message: form.message.trim(),
    voice_id: form.voiceId ?? '',
    ...(startDate !== null && { drop_date: dropMoment(startDate, campaignTime) }),
    last_day: form.endDate,
    drops_per_minute: form.callsPerMinute,
    calling_hours: form.callingHours,
    automatic_retry: form.retry && { ...form.retry, made: 0, next_at: null },
  };
  const { total, skipped } = campaign;
  const isLimited = skipped.some(({ reason }) => reason === 'over the maximum');
  const isSame =
    fieldsOf(campaign) === fieldsOf(asked) &&
    (isLimited ? total === maxCalls : total <= (maxCalls ?? total)) &&
    skipped.reduce((sum, { count }) => sum + count, total) === size;
  return isSame ? null : 'content';
}
