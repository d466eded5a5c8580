import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { InvalidDelivery, verifyWebhook, type Delivery } from './webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const NOW = new Date('2026-11-20T12:00:00Z');

/** A delivery as the reference library of the specification signs it. */
function signed(body: string, at = NOW, id = 'evt_1'): Delivery {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, body),
  };
  return { body, headers, secret: SECRET, now: NOW };
}

test('any event that the reference library has signed is returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.stringMatching(/^[\w.-]{1,40}$/), async (body, id) => {
      expect(await verifyWebhook(signed(body, NOW, id))).toEqual(JSON.parse(body));
    }),
  );
});

test('headers may be those of fetch or of Node.js, with several signatures', async () => {
  const delivery = signed('{"a":1}');
  const headers = delivery.headers as Record<string, string>;
  const rotated = `v1,${Buffer.alloc(32).toString('base64')} v2,x ${String(headers['webhook-signature'])}`;
  const changed = { ...headers, 'webhook-signature': rotated };
  expect(await verifyWebhook({ ...delivery, headers: changed })).toEqual({ a: 1 });
  expect(await verifyWebhook({ ...delivery, headers: new Headers(changed) })).toEqual({ a: 1 });
});

test.each([
  ['as AWS Lambda hands them over', (name: string) => name.replace(/(^|-)[a-z]/g, (at) => at.toUpperCase())],
  ['in capitals', (name: string) => name.toUpperCase()],
])('headers %s are those of the delivery', async (_, named) => {
  const delivery = signed('{"a":1}');
  const renamed = Object.entries(delivery.headers).map(([name, value]) => [named(name), value as string]);
  const headers = Object.fromEntries(renamed) as Record<string, string>;
  expect(await verifyWebhook({ ...delivery, headers })).toEqual({ a: 1 });
});

test('headers may be those of another realm or library, which are not of this class', async () => {
  const delivery = signed('{"a":1}');
  const own = new Headers(delivery.headers as Record<string, string>);
  const foreign = { get: (name: string) => own.get(name) } as Headers;
  expect(await verifyWebhook({ ...delivery, headers: foreign })).toEqual({ a: 1 });
});

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test.each([
  ['another body', { ...signed('{"a":1}'), body: '{"a":2}' }],
  ['another secret', { ...signed('{}'), secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }],
  ['an old delivery', signed('{}', later(-301))],
  ['one from the future', signed('{}', later(301))],
  ['no signature', { ...signed('{}'), headers: { 'webhook-id': 'x', 'webhook-timestamp': '1795953600' } }],
  ['no headers', { ...signed('{}'), headers: {} }],
  [
    'a signature that is no base64',
    {
      ...signed('{}'),
      headers: { ...(signed('{}').headers as object), 'webhook-signature': 'v1,$$$' },
    },
  ],
])('%s is refused', async (_, delivery) => {
  await expect(verifyWebhook(delivery)).rejects.toThrow(InvalidDelivery);
});

test('a clock that differs by less than the tolerance is accepted', async () => {
  expect(await verifyWebhook(signed('{}', later(-300)))).toEqual({});
  expect(await verifyWebhook({ ...signed('{}', later(600)), toleranceSeconds: 600 })).toEqual({});
});

test.each(['', 'abc', 'whsec_', 'whsec_%%%'])(
  'the secret “%s” is a mistake of the program',
  async (secret) => {
    await expect(verifyWebhook({ ...signed('{}'), secret })).rejects.toThrow(TypeError);
  },
);
