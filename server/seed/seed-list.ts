import { formatNumber } from '#shared/formats.ts';
import { CREATE_CAMPAIGN_PATH } from '#shared/rest-paths.ts';
import { demoContacts, MAX_FAILING } from './demo-contacts.ts';
import { expectOk, type HarkClient } from './hark-client.ts';

const DAYS_AHEAD = 4;
const DAY_MS = 24 * 60 * 60 * 1000;
const AREA_CODE = 646;
/** One in this many contacts is unreachable. */
const FAILING_SHARE = 20;

/** Returns the name of the demo campaign with this many contacts. */
export function listName(contacts: number): string {
  return `Demo list of ${formatNumber(contacts)}`;
}

/** Schedules a campaign with `contacts` generated contacts, four days ahead. Returns false if it exists. */
export async function seedList(
  client: HarkClient,
  { voiceId, contacts, now }: { voiceId: string; contacts: number; now: Date },
): Promise<boolean> {
  const name = listName(contacts);
  const existing = await client.get(`/api/campaigns/${encodeURIComponent(name)}/status/`);
  if (existing.status !== 404) {
    expectOk(existing);
    return false;
  }
  const failing = Math.min(MAX_FAILING, Math.floor(contacts / FAILING_SHARE));
  expectOk(
    await client.post(CREATE_CAMPAIGN_PATH, {
      campaign_name: name,
      campaign_type: 'voicemail',
      drop_date: new Date(now.getTime() + DAYS_AHEAD * DAY_MS).toISOString(),
      message: 'Hi {first_name}, it is Ana from Maple Clinic. We have moved: see you at the new place.',
      voice_id: voiceId,
      contacts: demoContacts(contacts, AREA_CODE, failing),
    }),
  );
  return true;
}
