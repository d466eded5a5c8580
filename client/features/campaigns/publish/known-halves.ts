import { errorStatus, type ApiUtils } from '#client/app/trpc.ts';
import { similarName } from '#client/features/campaigns/wizard/prefill.ts';
import type { KnownHalves } from './publish-halves.ts';
import type { PublishedCampaign } from './publish-outcome.ts';

type Client = ApiUtils['client'];

/** Returns what the server knows of the halves of a test whose first campaign has this name. */
export function knownHalves({ client }: ApiUtils, name: string): KnownHalves {
  return {
    first: async (reference, test) => {
      const campaign = await read(client, reference);
      const split = campaign?.split;
      return campaign !== null && split?.test === test && split.part === 1
        ? published(client, campaign)
        : null;
    },
    second: async (firstId) => {
      const other = (await read(client, firstId))?.split?.other ?? null;
      const campaign = other === null ? null : await read(client, other.id);
      return campaign === null ? null : published(client, campaign);
    },
    secondName: () => similarName(client, name),
  };
}

/** Reads a campaign by its id or name; null if there is none. */
async function read(client: Client, id: string) {
  try {
    return (await client.campaigns.get.query({ id })).campaign;
  } catch (error) {
    if (errorStatus(error) === 404) return null;
    throw error;
  }
}

async function published(
  client: Client,
  campaign: NonNullable<Awaited<ReturnType<typeof read>>>,
): Promise<PublishedCampaign> {
  const { id, name, total: contacts, skipped, drop_date: dropDate, credit_cost: creditCost } = campaign;
  const { balance } = await client.credits.balance.query();
  return { id, name, contacts, skipped, dropDate, creditCost, balance };
}
