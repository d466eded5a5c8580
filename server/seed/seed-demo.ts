import type { UserData } from '#shared/schemas/auth.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import type { AdjustableClock } from '#server/lib/clock.ts';
import { DEMO_CAMPAIGNS, DEMO_PLAN, DEMO_USER, DEMO_VOICE, type DemoCampaign } from './demo-campaigns.ts';
import { demoContacts } from './demo-contacts.ts';
import { payPlan, uploadVoice, type ConfirmPayment } from './first-steps.ts';
import { seedList } from './seed-list.ts';
import { createHarkClient, expectOk, type HarkClient } from './hark-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const POLL_MS = 50;
const FINISH_MS = 60_000;

export interface SeedOptions {
  /** Where this machine reaches Hark. */
  baseUrl: string;
  clock: AdjustableClock;
  /** Keeps other processes from running the demo account's campaigns meanwhile. */
  reservation: { take(uid: string): Promise<void>; release(): Promise<void> };
  /** Pays at the local Stripe, whose pages may not be served. */
  confirm: ConfirmPayment;
  /** Takes the demo account's address as verified: its mail would reach nobody. */
  verify: (email: string) => Promise<void>;
  /** Speaks the demo voice's recording as MP3. */
  record: () => Promise<Buffer>;
}

/**
 * Makes the demo account by Hark's own calls and its own engine: it pays the plan, uploads a voice and sends
 * campaigns on earlier days by setting the clock back. Each step looks first whether it was done, so that a seed
 * that was cut off goes on where it stopped.
 */
export async function seedDemo(options: SeedOptions): Promise<typeof DEMO_USER> {
  const { clock, reservation } = options;
  try {
    for (const campaign of DEMO_CAMPAIGNS) {
      clock.shift(-Math.max(0, campaign.daysAgo) * DAY_MS);
      const client = await signIn(options);
      await reserve(client, options);
      await subscribe(client, options.confirm);
      const voiceId = await demoVoice(client, options);
      await seedCampaign(client, clock, campaign, voiceId);
    }
  } finally {
    clock.shift(0);
    await reservation.release();
  }
  return DEMO_USER;
}

/** Reserves the demo account's campaigns for this process; throws where another one is making them. */
export async function reserveDemo(options: SeedOptions): Promise<void> {
  await reserve(await signIn(options), options);
}

/** A campaign with `contacts` invented contacts for the demo account; false where it is there already (contract §1). */
export async function seedDemoList(options: SeedOptions, contacts: number): Promise<boolean> {
  const client = await signIn(options);
  const voiceId = await demoVoice(client, options);
  return seedList(client, { voiceId, contacts, now: options.clock.now() });
}

async function signIn({ baseUrl, verify }: Pick<SeedOptions, 'baseUrl' | 'verify'>): Promise<HarkClient> {
  const client = createHarkClient(baseUrl);
  await client.post('/register/', DEMO_USER);
  await verify(DEMO_USER.email);
  expectOk(await client.post('/login/', DEMO_USER));
  return client;
}

async function reserve(client: HarkClient, { reservation }: Pick<SeedOptions, 'reservation'>): Promise<void> {
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_USER)) as { user_data: UserData };
  await reservation.take(user.uid);
}

async function subscribe(client: HarkClient, confirm: ConfirmPayment): Promise<void> {
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_USER)) as { user_data: UserData };
  if (!user.subscribed) await payPlan(client, confirm, DEMO_PLAN);
}

/** The demo voice's id, uploaded where it is not there yet. */
async function demoVoice(client: HarkClient, { baseUrl, record }: SeedOptions): Promise<string> {
  const info = expectOk(await client.get('/users/user-info/')) as { voice_ids: VoiceView[] };
  const known = info.voice_ids.find(({ title }) => title === DEMO_VOICE.title);
  return known?.vid ?? uploadVoice(client, baseUrl, DEMO_VOICE, await record());
}

async function seedCampaign(
  client: HarkClient,
  clock: AdjustableClock,
  campaign: DemoCampaign,
  voiceId: string,
): Promise<void> {
  const path = `/api/campaigns/${encodeURIComponent(campaign.name)}`;
  const known = await client.get(`${path}/status/`);
  if (known.status === 404) {
    const dropDate = new Date(clock.now().getTime() + Math.max(0, -campaign.daysAgo) * DAY_MS);
    expectOk(
      await client.post('/api/campaigns/create/', {
        campaign_name: campaign.name,
        campaign_type: 'voicemail',
        drop_date: dropDate.toISOString(),
        message: campaign.message,
        voice_id: voiceId,
        contacts: demoContacts(campaign.contacts, campaign.area, campaign.failing),
      }),
    );
  }
  if (campaign.daysAgo < 0 || ['Success', 'Failed'].includes(String(known.body['status']))) return;
  expectOk(await client.post(`${path}/execute/`, { force: true }));
  await finished(client, `${path}/status/`);
}

async function finished(client: HarkClient, path: string): Promise<void> {
  const deadline = performance.now() + FINISH_MS;
  while (expectOk(await client.get(path))['status'] === 'Sending') {
    if (performance.now() > deadline) throw new Error('A demo campaign did not finish');
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}
