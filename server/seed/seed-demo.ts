import { PLANS } from '#shared/plans.ts';
import type { UserData } from '#shared/schemas/auth.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import type { AdjustableClock } from '#server/clock.ts';
import { DEMO_CAMPAIGNS, DEMO_PLAN, DEMO_USER, DEMO_VOICE, type DemoCampaign } from './demo-campaigns.ts';
import { demoContacts } from './demo-contacts.ts';
import { createHarkClient, expectOk, type HarkClient } from './hark-client.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const POLL_MS = 50;
const FINISH_MS = 60_000;

export interface SeedOptions {
  /** Where Hark listens, in this process. */
  baseUrl: string;
  clock: AdjustableClock;
  /** Speaks the demo voice's recording as MP3. */
  record: () => Promise<Buffer>;
}

/**
 * Makes the demo account by Hark's own calls and its own engine: it pays the plan, uploads a voice and sends
 * campaigns on earlier days by setting the clock back. Each step looks first whether it was done, so that a seed
 * that was cut off goes on where it stopped.
 */
export async function seedDemo(options: SeedOptions): Promise<typeof DEMO_USER> {
  const { clock } = options;
  try {
    for (const campaign of DEMO_CAMPAIGNS) {
      clock.shift(-Math.max(0, campaign.daysAgo) * DAY_MS);
      const client = await signIn(options.baseUrl);
      await subscribe(client, options.baseUrl);
      const voiceId = await uploadVoice(client, options.record);
      await seedCampaign(client, clock, campaign, voiceId);
    }
  } finally {
    clock.shift(0);
  }
  return DEMO_USER;
}

async function signIn(baseUrl: string): Promise<HarkClient> {
  const client = createHarkClient(baseUrl);
  const registered = await client.post('/register/', DEMO_USER);
  if (registered.status !== 201) expectOk(await client.post('/login/', DEMO_USER));
  return client;
}

/** Pays the plan with the card that pays, as the payment form does. */
async function subscribe(client: HarkClient, baseUrl: string): Promise<void> {
  const { user_data: user } = expectOk(await client.post('/login/', DEMO_USER)) as { user_data: UserData };
  if (user.subscribed) return;
  const { productId } = PLANS[DEMO_PLAN];
  const intent = expectOk(
    await client.post('/payments/customers/create-payment-intent', { email: user.email, productId }),
  );
  const { publishableKey } = expectOk(await client.get('/payments/token'));
  const { clientSecret, paymentIntentId, customerId } = intent as Record<
    'clientSecret' | 'paymentIntentId' | 'customerId',
    string
  >;
  const card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: new Date().getUTCFullYear() + 4,
    cvc: '123',
  };
  const paid = await fetch(`${baseUrl}/local/stripe/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      key: publishableKey,
      client_secret: clientSecret,
      payment_method_data: { type: 'card', card },
    }),
  });
  if (!paid.ok) throw new Error(`The local Stripe answered ${String(paid.status)}`);
  const order = { email: user.email, customerId, planId: DEMO_PLAN, paymentIntentId };
  expectOk(await client.post('/payments/customers/create-subscription-after-payment', order));
}

/** The demo voice's id, uploaded where it is not there yet. */
async function uploadVoice(client: HarkClient, record: () => Promise<Buffer>): Promise<string> {
  const info = expectOk(await client.get('/users/user-info/')) as { voice_ids: VoiceView[] };
  const known = info.voice_ids.find(({ title }) => title === DEMO_VOICE.title);
  if (known !== undefined) return known.vid;
  const query = new URLSearchParams({
    ...DEMO_VOICE,
    file_name: 'ana.mp3',
    file_type: 'audio/mpeg',
  }).toString();
  const begun = expectOk(await client.get(`/users/upload-audio/?${query}`)) as {
    vid: string;
    message: { url: string; fields: Record<string, string> };
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(begun.message.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(await record())], { type: 'audio/mpeg' }), 'ana.mp3');
  const stored = await fetch(begun.message.url, { method: 'POST', body: form });
  if (!stored.ok) throw new Error(`The object store answered ${String(stored.status)}`);
  return begun.vid;
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
