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

/** The demo account that is reserved for this process. */
export interface DemoSeed {
  /** Creates or completes the demo account, ends the reservation and returns the account. */
  account(): Promise<typeof DEMO_USER>;
  /** Schedules a campaign with `contacts` generated contacts for the demo account; returns false if it exists. */
  list(contacts: number): Promise<boolean>;
}

/**
 * Registers the demo account on the day of its first campaign, if it is missing, and reserves its campaigns for this process.
 * Throws if another process holds the reservation.
 */
export async function reserveDemo(options: SeedOptions): Promise<DemoSeed> {
  const { clock, reservation } = options;
  clock.shift(shiftTo(DEMO_CAMPAIGNS[0], clock.real.now()));
  const first = await signIn(options);
  await reservation.take(first.user.uid);
  return {
    account: () => seedDemo(first, options),
    list: (contacts) => seedDemoList(contacts, options),
  };
}

/**
 * Completes the demo account through the REST API: pays the plan, uploads a voice and sends campaigns on past days by
 * shifting the clock. Each step checks whether it is done already, so an interrupted seed resumes.
 */
async function seedDemo(first: SignedIn, options: SeedOptions): Promise<typeof DEMO_USER> {
  const { clock, reservation } = options;
  try {
    if (!first.user.subscribed) await payPlan(first.client, options.confirm, DEMO_PLAN);
    await setDefaultConsent(first.client);
    await first.client.put('/api/calling-profile/', { callback_number: DEMO_CALLBACK_NUMBER });
    clock.shift(0);
    const today = await signIn(options);
    // Not in the past: other workers would take over an upload or a cloning whose time is over.
    const voiceId = await demoVoice(today.client, options);
    for (const campaign of DEMO_CAMPAIGNS) {
      clock.shift(shiftTo(campaign, clock.real.now()));
      const { client } = await sessionOf(campaign, { first, today }, options);
      await seedCampaign(client, clock, campaign, voiceId);
    }
    await saveList((await signIn(options)).client);
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

async function seedDemoList(contacts: number, options: SeedOptions): Promise<boolean> {
  const { client } = await signIn(options);
  await setDefaultConsent(client);
  const voiceId = await demoVoice(client, options);
  return seedList(client, { voiceId, contacts, now: options.clock.now() });
}

interface SignedIn {
  client: HarkClient;
  user: UserData;
}

async function signIn({ baseUrl, verify }: Pick<SeedOptions, 'baseUrl' | 'verify'>): Promise<SignedIn> {
  const client = createHarkClient(baseUrl);
  await client.post('/register/', DEMO_USER);
  await verify(DEMO_USER.email);
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_LOGIN)) as { user_data: UserData };
  return { client, user };
}

/** Returns a session for a campaign. Each day has its own: one lasts for an hour by the shifted clock. */
async function sessionOf(
  campaign: DemoCampaign,
  { first, today }: Record<'first' | 'today', SignedIn>,
  options: SeedOptions,
): Promise<SignedIn> {
  if (campaign === DEMO_CAMPAIGNS[0]) return first;
  return campaign.daysAgo <= 0 ? today : signIn(options);
}

/** Returns the id of the demo voice once campaigns can use it, uploading it if necessary. */
async function demoVoice(client: HarkClient, { baseUrl, record }: SeedOptions): Promise<string> {
  const find = async () => {
    const info = expectOk(await client.get('/users/user-info/')) as { voice_ids: VoiceView[] };
    return info.voice_ids.find(({ title }) => title === DEMO_VOICE.title);
  };
  const vid = (await find())?.vid ?? (await uploadVoice(client, baseUrl, DEMO_VOICE, await record()));
  await waitUntil('The demo voice did not become ready', async () => (await find())?.status === 'ready');
  return vid;
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
  await waitUntil('A demo campaign did not finish', async () => {
    const { campaign } = expectOk(await client.get(path)) as { campaign: CampaignView };
    return campaign.status !== 'Sending' || campaign.next_calls !== null;
  });
}

/** Throws `failure` unless `check` resolves to true in time. */
async function waitUntil(failure: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + FINISH_TIMEOUT_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(failure);
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
