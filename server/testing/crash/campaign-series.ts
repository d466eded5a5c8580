import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { contactEnding } from '../system/campaign-drafts.ts';
import { createCampaign, type TestCustomer } from './test-customer.ts';
import { until } from './until.ts';

const END_MS = 180_000;
/** The processor is for what the test restarts. */
const POLL_MS = 250;
/** Numbers of one exchange that accept a voicemail. */
const NUMBERS = 9_000;

/** A campaign of the series that is final. */
export interface SentCampaign {
  id: string;
  phones: ReadonlySet<string>;
  delivered: number;
}

/**
 * Sends campaigns of `size` contacts one after another until `isOver`, so that calls and reports go on for as long as the
 * test takes. Numbers are never called twice. Resolves with the campaigns when the last one is final.
 */
export async function sendSeries(
  caller: TestCustomer,
  { exchange, size, isOver }: { exchange: number; size: number; isOver: () => boolean },
): Promise<SentCampaign[]> {
  const { client } = caller;
  const sent: SentCampaign[] = [];
  for (let first = 0; !isOver(); first += size) {
    const contacts = contactsFrom(exchange, first, size);
    const name = `Series ${String(exchange)} ${String(first)}`;
    const id = await createCampaign(caller, { name, contacts, dropDate: new Date() });
    expectOk(await client.post(`/api/campaigns/${id}/execute/`));
    const ended = async () => {
      const status = expectOk(await client.get(`/api/campaigns/${id}/status/`));
      return (status['status'] === 'Success' || status['status'] === 'Failed') && Number(status['delivered']);
    };
    const delivered = await until(`the end of ${name}`, END_MS, ended, POLL_MS);
    sent.push({ id, delivered, phones: new Set(contacts.map((contact) => contact.recommended_phone)) });
  }
  return sent;
}

function contactsFrom(exchange: number, first: number, size: number): ContactInput[] {
  return Array.from({ length: size }, (_, n) => {
    const number = first + n;
    const ending = String(1_000 + (number % NUMBERS));
    return contactEnding(ending, String(exchange + Math.floor(number / NUMBERS)));
  });
}
