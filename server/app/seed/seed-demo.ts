import { CONTACT_LISTS_PATH, CREATE_CAMPAIGN_PATH } from '#shared/paths.ts';
import type { UserData } from '#shared/schemas/account/auth.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { formatNumber } from '#shared/formats.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { AdjustableClock } from '#server/platform/lib/clock.ts';
import {
  DEMO_CALLBACK_NUMBER,
  DEMO_CAMPAIGNS,
  DEMO_LIST,
  DEMO_PLAN,
  DEMO_LOGIN,
  DEMO_USER,
  DEMO_VOICE,
  type DemoCampaign,
  demoContacts,
  MAX_FAILING,
} from './demo-data.ts';
import { payPlan, setDefaultConsent, uploadVoice, type ConfirmPayment } from './account-setup.ts';
import { createHarkClient, expectOk, type HarkClient } from './hark-client.ts';

const POLL_MS = 50;
const FINISH_TIMEOUT_MS = MINUTE_MS;

export interface SeedOptions {
  /** Address of Hark on this machine. */
  baseUrl: string;
  clock: AdjustableClock;
  /** Prevents other processes from running the demo account's campaigns during the seed. */
  reservation: { take(uid: string): Promise<void>; release(): Promise<void> };
  /** Confirms payments at the local Stripe, whose HTTP pages may be disabled. */
  confirm: ConfirmPayment;
  /** Marks the email address of the demo account as verified; its mail is not delivered. */
  verify: (email: string) => Promise<void>;
  /** Returns the recording of the demo voice as MP3. */
  record: () => Promise<Buffer>;
}

/**
 * Creates the demo account through the REST API: pays the plan, uploads a voice and sends campaigns on past days by
 * shifting the clock. Each step checks whether it is done already, so an interrupted seed resumes.
 */
export async function seedDemo(options: SeedOptions): Promise<typeof DEMO_USER> {
  const { clock, reservation } = options;
  try {
    for (const campaign of DEMO_CAMPAIGNS) {
      clock.shift(shiftTo(campaign, clock.real.now()));
      const client = await signIn(options);
      await reserve(client, options);
      await subscribe(client, options.confirm);
      await setDefaultConsent(client);
      await client.put('/api/calling-profile/', { callback_number: DEMO_CALLBACK_NUMBER });
      const voiceId = await demoVoice(client, options);
      await seedCampaign(client, clock, campaign, voiceId);
    }
    await saveList(await signIn(options));
  } finally {
    clock.shift(0);
    await reservation.release();
  }
  return DEMO_USER;
}

/** Returns how far the clock is shifted to the time at which a campaign was sent, in milliseconds; 0 for a scheduled one. */
function shiftTo({ daysAgo, hourUtc }: DemoCampaign, now: Date): number {
  if (daysAgo <= 0) return 0;
  const sent = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo, hourUtc);
  return sent - now.getTime();
}

/** Saves the contact list of the demo account; a list with the same contacts is returned as it is. */
async function saveList(client: HarkClient): Promise<void> {
  const { name, contacts, areaCode } = DEMO_LIST;
  expectOk(await client.post(CONTACT_LISTS_PATH, { name, contacts: demoContacts(contacts, areaCode, 0) }));
}

/** Reserves the demo account's campaigns for this process. Throws if another process holds the reservation. */
export async function reserveDemo(options: SeedOptions): Promise<void> {
  await reserve(await signIn(options), options);
}

/** Schedules a campaign with `contacts` generated contacts for the demo account; returns false if it exists. */
export async function seedDemoList(options: SeedOptions, contacts: number): Promise<boolean> {
  const client = await signIn(options);
  await setDefaultConsent(client);
  const voiceId = await demoVoice(client, options);
  return seedList(client, { voiceId, contacts, now: options.clock.now() });
}

async function signIn({ baseUrl, verify }: Pick<SeedOptions, 'baseUrl' | 'verify'>): Promise<HarkClient> {
  const client = createHarkClient(baseUrl);
  await client.post('/register/', DEMO_USER);
  await verify(DEMO_USER.email);
  expectOk(await client.post('/login/', DEMO_LOGIN));
  return client;
}

async function reserve(client: HarkClient, { reservation }: Pick<SeedOptions, 'reservation'>): Promise<void> {
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_LOGIN)) as { user_data: UserData };
  await reservation.take(user.uid);
}

async function subscribe(client: HarkClient, confirm: ConfirmPayment): Promise<void> {
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_LOGIN)) as { user_data: UserData };
  if (!user.subscribed) await payPlan(client, confirm, DEMO_PLAN);
}

/** Returns the id of the demo voice, uploading it if necessary. */
async function demoVoice(client: HarkClient, { baseUrl, record }: SeedOptions): Promise<string> {
  const info = expectOk(await client.get('/users/user-info/')) as { voice_ids: VoiceView[] };
  const existing = info.voice_ids.find(({ title }) => title === DEMO_VOICE.title);
  return existing?.vid ?? uploadVoice(client, baseUrl, DEMO_VOICE, await record());
}

async function seedCampaign(
  client: HarkClient,
  clock: AdjustableClock,
  campaign: DemoCampaign,
  voiceId: string,
): Promise<void> {
  const path = `/api/campaigns/${encodeURIComponent(campaign.name)}`;
  const existing = await client.get(`${path}/status/`);
  if (existing.status === 404) {
    const dropDate = new Date(clock.now().getTime() + Math.max(0, -campaign.daysAgo) * DAY_MS);
    expectOk(
      await client.post(CREATE_CAMPAIGN_PATH, {
        campaign_name: campaign.name,
        campaign_type: 'voicemail',
        drop_date: dropDate.toISOString(),
        message: campaign.message,
        voice_id: voiceId,
        contacts: demoContacts(campaign.contacts, campaign.areaCode, campaign.failing),
      }),
    );
  }
  if (campaign.daysAgo < 0 || ['Success', 'Failed'].includes(String(existing.body['status']))) return;
  expectOk(await client.post(`${path}/execute/`, { force: true }));
  await waitUntilFinished(client, `${path}/`);
}

/** Waits until a campaign has finished, or calls nobody before its next calling hours. */
async function waitUntilFinished(client: HarkClient, path: string): Promise<void> {
  const deadline = performance.now() + FINISH_TIMEOUT_MS;
  for (;;) {
    const { campaign } = expectOk(await client.get(path)) as { campaign: CampaignView };
    if (campaign.status !== 'Sending' || campaign.next_calls !== null) return;
    if (performance.now() > deadline) throw new Error('A demo campaign did not finish');
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

const DAYS_AHEAD = 4;
const AREA_CODE = 646;
/** One in this many contacts is unreachable. */
const FAILING_SHARE = 20;

/** Returns the name of the demo campaign with this many contacts. */
export function listName(contacts: number): string {
  return `Demo list of ${formatNumber(contacts)}`;
}

/** Schedules a campaign with `contacts` generated contacts, four days ahead. Returns false if it exists. */
async function seedList(
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
      message:
        'Hi {first_name}, it is Ana from Maple Clinic. We have moved: see you at the new place. To stop these messages call 800-555-0142.',
      voice_id: voiceId,
      contacts: demoContacts(contacts, AREA_CODE, failing),
    }),
  );
  return true;
}
