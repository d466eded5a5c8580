import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestBrowser, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
let integrator: Integrator;
beforeAll(async () => {
  hark = await startHark();
  integrator = await createIntegrator(hark);
});
afterAll(() => hark.stop());

type Content = Record<string, unknown> | FormData;

async function post(path: string, content: Content, key?: string, { isPublic = false } = {}) {
  const isForm = content instanceof FormData;
  const response = await fetch(`${hark.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      ...(!isPublic && { authorization: `Bearer ${integrator.key}` }),
      ...(!isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: isForm ? content : JSON.stringify(content),
  });
  const { status, headers } = response;
  const body = (await response.json()) as Record<string, unknown>;
  return { status, body, replayed: headers.get('idempotent-replayed') };
}

const contact = {
  id: 1,
  first_name: 'Ana',
  last_name: 'Diaz',
  phone_number: '2025550143',
  recommended_phone: '2025550143',
};
const consent = { basis: 'written_consent', obtained_at: '2026-05-01', source: 'Order form' };

function listForm(): FormData {
  const form = new FormData();
  form.set('name', 'From a form');
  form.set('consent', JSON.stringify(consent));
  form.set(
    'csv_file',
    new Blob(['Id,FirstName,LastName,PhoneNumber,RecommendedPhone\n1,Ana,Diaz,2025550144,12025550144\n']),
    'list.csv',
  );
  return form;
}

function numbersForm(): FormData {
  const form = new FormData();
  form.set('csv_file', new Blob(['2025550146\n2025550147\nAna\n']), 'list.csv');
  return form;
}

const CALLS: [string, () => Content][] = [
  ['/api/contact-lists/', () => ({ name: 'From JSON', contacts: [contact], consent })],
  ['/api/contact-lists/form/', listForm],
  ['/api/suppressions/', () => ({ phone: '2025550145' })],
  ['/api/suppressions/import/json/', () => ({ phones: ['2025550145', '2025550146'] })],
  ['/api/suppressions/import/form/', numbersForm],
];

it.each(CALLS)('a repeated %s says that it is the first response again', async (path, content) => {
  const key = `key of ${path}`;
  const first = await post(path, content(), key);
  expect(first.status).toBeLessThan(300);
  expect(first.replayed).toBeNull();
  expect(await post(path, content(), key)).toEqual({ ...first, replayed: 'true' });
});

it('a number that was removed since is not added again', async () => {
  const number = { phone: '2025550148' };
  const first = await post('/api/suppressions/', number, 'removed');
  const headers = { authorization: `Bearer ${integrator.key}` };
  await fetch(`${hark.baseUrl}/api/suppressions/?phone=${number.phone}`, { method: 'DELETE', headers });
  expect(await post('/api/suppressions/', number, 'removed')).toEqual({ ...first, replayed: 'true' });
  expect(await post('/api/suppressions/', number)).toMatchObject({ body: { added: true } });
});

it('neither a call without a key nor a refused one says so', async () => {
  const [[path, content]] = CALLS as [[string, () => Record<string, unknown>]];
  expect(await post(path, content())).toMatchObject({ status: 201, replayed: null });
  const refused = { name: '', ...content(), contacts: [] };
  for (const key of ['refused', 'refused'])
    expect(await post(path, refused, key)).toMatchObject({ status: 400, replayed: null });
  expect(await post(path, { ...content(), name: 'Other' }, `key of ${path}`)).toMatchObject({
    status: 422,
    replayed: null,
  });
});

/** Saves a card of the integrator that cannot be charged; returns its id. */
async function uncoveredCard(): Promise<string> {
  const { client, uid } = integrator;
  const { body } = await client.post('/trpc/billing.beginCardSetup');
  const { data } = body['result'] as { data: { clientSecret: string } };
  await createTestBrowser(hark.baseUrl).confirm(data.clientSecret, SAVES_ONLY);
  const cards = (await client.get(`/payments/billing/${uid}/payment-methods`)).body;
  const saved = cards['payment_methods'] as { id: string; card: { last4: string } }[];
  return saved.find(({ card }) => SAVES_ONLY.endsWith(card.last4))?.id ?? '';
}

it('a repeated purchase that was declined says that it is the first response again', async () => {
  const order = { packs: 1, paymentMethodId: await uncoveredCard() };
  const path = '/payments/customers/buy-credits';
  const first = await post(path, order, 'declined');
  expect(first).toMatchObject({ status: 402, body: { code: 'PAYMENT_REQUIRED' }, replayed: null });
  expect(await post(path, order, 'declined')).toEqual({ ...first, replayed: 'true' });
});

it('an error of the repeated request itself does not say so', async () => {
  const account = { email: 'replayed@example.com', display_name: 'Ana', company_name: 'Diaz', phone: '' };
  const register = (password: string) =>
    post('/register/', { ...account, password }, 'registered', { isPublic: true });
  expect(await register('a long and odd password')).toMatchObject({ status: 201, replayed: null });
  expect(await register('another password of hers')).toMatchObject({ status: 422, replayed: null });
});
