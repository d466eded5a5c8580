import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import { signatureHeaders } from './signature.ts';

const AT = new Date('2026-11-26T09:30:00Z');
const TOLERANCE_SECONDS = 300;
const ID = 'evt_1';
const BODY = JSON.stringify({ id: ID, type: 'call.delivered', data: { name: 'José “Ana”' } });
const secretOf = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
const SECRETS = [secretOf(Buffer.alloc(32, 7)), secretOf(Buffer.alloc(24, 250))];
const OLD_SECRET = 'harkwh_of-a-version-before_';

type Headers = Record<string, string>;
/** Verifies as receivers do; throws if the request is refused. */
type Verify = (body: string, headers: Headers, secret: string) => unknown;

/** Libraries for receivers, of which none is ours. */
const VERIFIERS: Record<string, Verify> = {
  'the SDK of Stripe': (body, headers, secret) =>
    Stripe.webhooks.constructEvent(
      ...([body, headers['hark-signature'] ?? '', secret] as const),
      ...([TOLERANCE_SECONDS, undefined, Date.now()] as const),
    ),
  'the library of Standard Webhooks': (body, headers, secret) =>
    new StandardWebhook(secret).verify(body, headers),
  'the library of Svix': (body, headers, secret) => new SvixWebhook(secret).verify(body, headers),
};

const signed = (body = BODY, secrets = SECRETS) => signatureHeaders({ id: ID, at: AT, body, secrets });
const later = (seconds: number) => vi.setSystemTime(AT.getTime() + seconds * 1_000);

beforeEach(() => vi.useFakeTimers({ now: AT, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe.each(Object.entries(VERIFIERS))('%s', (_name, verify) => {
  it('verifies a delivery by either secret while one is replaced', () => {
    for (const secret of SECRETS) expect(verify(BODY, signed(), secret)).toEqual(JSON.parse(BODY));
  });

  it('verifies any body and secret, and no other body', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.json()),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        (data, bytes) => {
          const [body, secret] = [JSON.stringify({ data }), secretOf(bytes)];
          const headers = signed(body, [secret]);
          expect(verify(body, headers, secret)).toEqual(JSON.parse(body));
          expect(() => verify(`${body} `, headers, secret)).toThrow();
        },
      ),
    );
  });

  it.each([
    ['another secret', BODY, secretOf(Buffer.alloc(32, 8)), 0],
    ['a body that was changed', BODY.replace('Ana', 'Eve'), SECRETS[0] ?? '', 0],
    ['a request from ten minutes ago', BODY, SECRETS[0] ?? '', 600],
  ])('refuses %s', (_case, body, secret, seconds) => {
    const headers = signed();
    later(seconds);
    expect(() => verify(body, headers, secret)).toThrow();
  });

  it('takes a request from within five minutes', () => {
    const headers = signed();
    later(TOLERANCE_SECONDS - 1);
    expect(verify(BODY, headers, SECRETS[0] ?? '')).toEqual(JSON.parse(BODY));
  });
});

it('the id is signed as well by Standard Webhooks', () => {
  const verifier = new StandardWebhook(SECRETS[0] ?? '');
  expect(() => verifier.verify(BODY, { ...signed(), 'webhook-id': 'evt_2' })).toThrow();
});

it('a secret of before signs the header of Hark alone, also beside a new one', () => {
  const alone = signed(BODY, [OLD_SECRET]);
  expect(alone).not.toHaveProperty('webhook-signature');
  const both = signed(BODY, [SECRETS[0] ?? '', OLD_SECRET]);
  expect(both['webhook-signature']?.split(' ')).toHaveLength(1);
  for (const headers of [alone, both])
    expect(VERIFIERS['the SDK of Stripe']?.(BODY, headers, OLD_SECRET)).toEqual(JSON.parse(BODY));
});
