import { PLANS, type PlanId } from '#shared/plans.ts';
import { expectOk, type HarkClient } from './hark-client.ts';

const TEST_CARD = {
  number: '4242424242424242',
  exp_month: 12,
  exp_year: new Date().getUTCFullYear() + 4,
  cvc: '123',
};

/** Stripe ids of a paid plan. */
export interface PaidPlan {
  customerId: string;
  paymentIntentId: string;
}

/** Confirms a payment at the local Stripe; returns the HTTP status. */
export type ConfirmPayment = (payment: {
  intentId: string;
  clientSecret: string;
  publishableKey: string;
  card: typeof TEST_CARD;
}) => Promise<number>;

/** Creates a `ConfirmPayment` that uses the HTTP API of the browser. */
export function confirmOverHttp(baseUrl: string): ConfirmPayment {
  return async ({ intentId, clientSecret, publishableKey, card }) => {
    const { status } = await fetch(`${baseUrl}/local/stripe/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key: publishableKey,
        client_secret: clientSecret,
        payment_method_data: { type: 'card', card },
      }),
    });
    return status;
  };
}

/** Subscribes to a plan through the REST API and pays it with a test card. Throws if a request fails. */
export async function payPlan(
  client: Pick<HarkClient, 'get' | 'post'>,
  confirm: ConfirmPayment,
  plan: PlanId,
): Promise<PaidPlan> {
  const { productId } = PLANS[plan];
  const intent = expectOk(await client.post('/payments/customers/create-payment-intent', { productId }));
  const { publishableKey } = expectOk(await client.get('/payments/token')) as { publishableKey: string };
  const { clientSecret, ...paid } = intent as unknown as PaidPlan & { clientSecret: string };
  const { customerId, paymentIntentId: intentId } = paid;
  const status = await confirm({ intentId, clientSecret, publishableKey, card: TEST_CARD });
  if (status >= 400) throw new Error(`The local Stripe returned status ${String(status)}`);
  const order = { customerId, planId: plan, paymentIntentId: intentId };
  expectOk(await client.post('/payments/customers/create-subscription-after-payment', order));
  return { customerId, paymentIntentId: intentId };
}

/** The consent of accounts of the demo and of tests. */
export const SEED_CONSENT = {
  basis: 'written_consent',
  own_words: null,
  obtained_at: '2025-01-15',
  source: 'Sign-up form at the front desk',
} as const;

/** Sets the consent of an account's lists through the REST API; not possible without a session. */
export async function setDefaultConsent(client: Pick<HarkClient, 'put'>): Promise<void> {
  await client.put('/api/calling-profile/', { default_consent: SEED_CONSENT });
}

/** Uploads a voice through the REST API; returns its id. */
export async function uploadVoice(
  client: Pick<HarkClient, 'get'>,
  baseUrl: string,
  details: { title: string; description: string },
  recording: Buffer,
): Promise<string> {
  const query = new URLSearchParams({ ...details, file_name: 'voice.mp3', file_type: 'audio/mpeg' });
  const upload = expectOk(await client.get(`/users/upload-audio/?${query.toString()}`)) as {
    vid: string;
    message: { url: string; fields: Record<string, string> };
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.message.fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(recording)], { type: 'audio/mpeg' }), 'voice.mp3');
  // The URL has the public origin, which this machine may not be able to reach.
  const { pathname } = new URL(upload.message.url);
  const stored = await fetch(`${baseUrl}${pathname}`, { method: 'POST', body: form });
  if (!stored.ok) throw new Error(`The object store returned status ${String(stored.status)}`);
  return upload.vid;
}
