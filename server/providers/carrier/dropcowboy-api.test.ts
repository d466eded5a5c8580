import { describe, expect, it } from 'vitest';
import { HttpFailure, type HttpResponseData, type HttpSender } from '#server/providers/http-sender.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { createDropCowboyApi, createWebhookSubscription } from './dropcowboy-api.ts';

const OURS = 'https://hark.example/webhooks/carrier';

/** A subscription to a carrier that returns these responses in order, and the requests it received. */
function subscriptionTo(...responses: (Partial<HttpResponseData> | Error)[]) {
  const requested: string[] = [];
  const sender: HttpSender = {
    send: ({ method, url, body = '' }) => {
      requested.push(`${method} ${new URL(url).pathname} ${body.toString()}`.trim());
      const response = responses.shift() ?? new Error('not expected');
      return response instanceof Error
        ? Promise.reject(response)
        : Promise.resolve({ status: 200, headers: {}, text: '', ...response });
    },
    close: () => undefined,
  };
  const api = createDropCowboyApi({
    baseUrl: 'https://carrier',
    credentials: () => ({}),
    sender,
    timeoutMs: 1,
    uploadTimeoutMs: 1,
  });
  return { requested, webhooks: createWebhookSubscription(api) };
}

const json = (data: unknown, status = 200) => ({ status, text: JSON.stringify({ data }) });
const webhook = (webhook_id: string, hook_url: string, event_types = ['contact.rvm.status']) => ({
  webhook_id,
  hook_url,
  event_types,
});

describe('subscribing to signed reports', () => {
  it('creates a webhook if there is none for our address and event', async () => {
    const others = [webhook('w1', 'https://other.example/'), webhook('w2', OURS, ['contact.rvm.receipt'])];
    const { webhooks, requested } = subscriptionTo(
      json(others),
      json({ webhook_id: 'w3', signing_secret: 's3' }, 201),
    );
    await webhooks.subscribe(OURS);
    expect([...webhooks.signingSecrets()]).toEqual(['s3']);
    expect(requested[1]).toBe(
      `POST /register/public/webhooks {"name":"Hark","hook_url":"${OURS}","event_types":["contact.rvm.status"]}`,
    );
  });

  it('reads the secrets of our existing webhooks only', async () => {
    const secrets = [
      { webhook_id: 'w1', signing_secret: 's1' },
      { webhook_id: 'w2', signing_secret: 's2' },
      { webhook_id: 'w3', signing_secret: 's3' },
    ];
    const { webhooks, requested } = subscriptionTo(
      json([webhook('w1', 'https://other.example/'), webhook('w2', OURS), webhook('w3', OURS)]),
      json(secrets),
    );
    await webhooks.subscribe(OURS);
    expect([...webhooks.signingSecrets()]).toEqual(['s2', 's3']);
    expect(requested).toHaveLength(2);
  });

  it('replaces the known secrets with the current ones', async () => {
    const { webhooks } = subscriptionTo(
      json([webhook('w1', OURS)]),
      json([{ webhook_id: 'w1', signing_secret: 'old' }]),
      json([webhook('w1', OURS)]),
      json([{ webhook_id: 'w1', signing_secret: 'new' }]),
      { status: 503 },
    );
    await webhooks.subscribe(OURS);
    await webhooks.subscribe(OURS);
    expect([...webhooks.signingSecrets()]).toEqual(['new']);
    await expect(webhooks.subscribe(OURS)).rejects.toBeInstanceOf(ProviderUnavailable);
    expect([...webhooks.signingSecrets()]).toEqual(['new']);
  });

  it.each([
    ['a 503', { status: 503 }, ProviderUnavailable],
    ['a 403', { status: 403 }, ProviderUnavailable],
    ['a 422', { status: 422 }, ProviderRejected],
    ['an unreadable body', { text: 'hello' }, ProviderUnavailable],
    ['no response', new HttpFailure('refused', false), ProviderUnavailable],
  ])('rejects with a provider error when the carrier returns %s', async (_name, response, error) => {
    const { webhooks } = subscriptionTo(response);
    await expect(webhooks.subscribe(OURS)).rejects.toBeInstanceOf(error);
    expect(webhooks.signingSecrets().size).toBe(0);
  });
});
