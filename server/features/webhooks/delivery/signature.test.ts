import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Stripe } from '#server/providers/payments/stripe-sdk.ts';
import { signatureOf } from './signature.ts';

const AT = new Date('2026-11-26T09:30:00Z');
const TOLERANCE_SECONDS = 300;
const BODY = JSON.stringify({ id: 'evt_1', type: 'call.delivered', data: { name: 'José “Ana”' } });
const SECRETS = ['whsec_new', 'whsec_old'];

/** Verifies as receivers do: with Stripe's SDK, which reads headers of this form. */
function verified(body: string, header: string, secret: string, secondsLater = 0): unknown {
  const now = AT.getTime() + secondsLater * 1_000;
  return Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_SECONDS, undefined, now);
}

it('the SDK of Stripe verifies the signature, by either secret while one is replaced', () => {
  for (const secret of SECRETS)
    expect(verified(BODY, signatureOf(SECRETS, AT, BODY), secret)).toEqual(JSON.parse(BODY));
});

it('any body and secret is verified', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.json()), fc.string(), (data, end) => {
      const secret = `whsec_${end}x`;
      const body = JSON.stringify({ data });
      expect(verified(body, signatureOf([secret], AT, body), secret)).toEqual(JSON.parse(body));
    }),
  );
});

it.each([
  ['another secret', BODY, 'whsec_other', 0],
  ['a body that was changed', BODY.replace('evt_1', 'evt_2'), 'whsec_new', 0],
  ['a signature from over five minutes ago', BODY, 'whsec_new', TOLERANCE_SECONDS + 1],
])('the SDK of Stripe refuses %s', (_name, body, secret, secondsLater) => {
  const header = signatureOf(SECRETS, AT, BODY);
  expect(() => verified(body, header, secret, secondsLater)).toThrow(Stripe.errors.StripeError);
});
