import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  documentedPaths,
  filledPath,
  JSON_TYPE,
  PUBLIC_CALLS,
  send,
  type HttpResult,
} from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let owner: Subscriber;
let other: Subscriber;
beforeAll(async () => {
  hark = await startHark();
  [owner, other] = await Promise.all([
    newSubscriber(hark, 'Autumn, & "more" / 50%'),
    newSubscriber(hark, 'Other campaign'),
  ]);
}, 60_000);
afterAll(() => hark.stop());

/** All ids and names of the owner's resources. */
const references = () => [owner.campaignId, owner.campaignName, owner.voiceId, owner.uid, owner.customerId];

function expectNoOwnerData({ text }: HttpResult): void {
  for (const secret of [owner.email, owner.uid, owner.customerId, '12122000100', 'pm_', 'cs_'])
    expect(text).not.toContain(secret);
}

describe('a body', () => {
  it.each([
    [
      'PUT',
      () => `/users/${owner.uid}/`,
      { profile: { display_name: 'N', $set: { role: 'admin' } } },
      'profile.$set',
    ],
    ['POST', () => '/login/', { email: 'a@example.com', password: 'x', $where: '1' }, '$where'],
    ['POST', () => '/api/campaigns/create/', { contacts: [{ id: '1', $gt: '' }] }, 'contacts.0.$gt'],
  ])('with an operator is refused with the field named: %s', async (method, path, body, field) => {
    const init = { method, headers: JSON_TYPE, body: JSON.stringify(body), cookie: owner.client.cookie() };
    const { status, text } = await send(hark, path(), init);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { code: 'INVALID_INPUT', fields: { [field]: 'is not allowed' } },
    ]);
  });

  it('with a missing field or a wrong type gets readable error messages', async () => {
    const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ password: 7 }) };
    expect(JSON.parse((await send(hark, '/login/', init)).text)).toMatchObject({
      fields: { email: 'is missing', password: 'must be a text' },
    });
  });
});

describe('a caller without a session', () => {
  it('gets 401 from every documented path for any body', async () => {
    const protectedPaths = documentedPaths(hark).filter(({ procedure }) => !PUBLIC_CALLS.has(procedure));
    expect(protectedPaths.length).toBeGreaterThan(30);
    for (const { route } of protectedPaths) {
      const path = filledPath(route.path, owner.campaignId);
      const bodies = route.method === 'GET' ? [undefined] : [undefined, '{}', '{"', '[1]', '"text"'];
      for (const body of bodies) {
        const init = { method: route.method, headers: JSON_TYPE, ...(body === undefined ? {} : { body }) };
        const { status, type, text } = await send(hark, path, init);
        expect([route.method, path, body, status]).toEqual([route.method, path, body, 401]);
        expect(type).toBe('application/json; charset=utf-8');
        expect(JSON.parse(text)).toMatchObject({ error: 'Please sign in.', code: 'UNAUTHENTICATED' });
      }
    }
  });

  it('is refused before a large body is read', async () => {
    const body = JSON.stringify({ contacts: 'x'.repeat(2_000_000) });
    const init = { method: 'PUT', headers: JSON_TYPE, body };
    expect((await send(hark, `/api/campaigns/${owner.campaignId}/update/`, init)).status).toBe(401);
    expect(
      (
        await send(hark, `/api/campaigns/${owner.campaignId}/update/`, {
          ...init,
          cookie: owner.client.cookie(),
        })
      ).status,
    ).toBe(413);
  });

  it('gets 401 from every tRPC call', async () => {
    const procedures = hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>;
    for (const [name, { _def }] of Object.entries(procedures)) {
      // Subscriptions report 401 in their first event (server/features/live).
      if (PUBLIC_CALLS.has(name) || _def.type === 'subscription') continue;
      const init = _def.type === 'query' ? {} : { method: 'POST', headers: JSON_TYPE, body: '{}' };
      expect([name, (await send(hark, `/trpc/${name}`, init)).status]).toEqual([name, 401]);
    }
  });

  it('gets 401 from downloads and uploads', async () => {
    const form = new FormData();
    form.append('csv_file', new Blob(['FirstName']), 'a.csv');
    for (const [path, init] of [
      [`/dropcowboy/analytics/details/download/${owner.campaignId}/`, {}],
      ['/dropcowboy/credits/history.csv', {}],
      [`/contacts/csv-upload/${owner.campaignId}/`, { method: 'POST', body: form }],
      ['/api/campaigns/create/', { method: 'POST', body: form }],
    ] as const)
      expect([path, (await send(hark, path, init)).status]).toEqual([path, 401]);
  });
});

describe('another user', () => {
  it('gets 404 for the owner’s resources on every documented path', async () => {
    const paths = documentedPaths(hark).filter(({ route }) => /\{(?!provider|phone\})\w+\}/.test(route.path));
    expect(paths.length).toBeGreaterThan(20);
    for (const { route } of paths) {
      for (const reference of references()) {
        const path = filledPath(route.path, reference);
        const body = route.method === 'GET' ? {} : { body: '{"page":"invalid","title":7}' };
        const response = await send(hark, path, {
          method: route.method,
          headers: JSON_TYPE,
          cookie: other.client.cookie(),
          ...body,
        });
        expect([route.method, path, response.status]).toEqual([route.method, path, 404]);
        expect(JSON.parse(response.text)).toMatchObject({ code: 'NOT_FOUND' });
        expectNoOwnerData(response);
      }
    }
  });

  it('cannot use the owner’s resources in a body', async () => {
    const { customerId, paymentIntentId, paymentMethodId, voiceId, campaignId, campaignName, uid } = owner;
    const productId = 'prod_hark_scale';
    const contacts = [{ phone_number: '12125550009' }];
    const draft = { campaign_name: 'Taken', message: 'Hello', voice_id: voiceId, contacts };
    for (const [path, body, status] of [
      ['/contacts/add-new-contact/', { campaign_name: campaignName }, 404],
      ['/contacts/add-new-contact/', { campaign_name: campaignId }, 404],
      ['/api/campaigns/create/', draft, 403],
      [`/api/campaigns/${other.campaignId}/update/`, { voice_id: voiceId }, 403],
      ['/payments/customers/create-payment-intent', { customerId, productId }, 403],
      ['/payments/customers/create-subscription', { customerId, productId }, 403],
      ['/payments/customers/create-subscription-after-payment', { customerId, paymentIntentId }, 403],
      ['/payments/customers/create-subscription-after-payment', { paymentIntentId }, 403],
      ['/payments/customers/confirm-payment', { paymentIntentId, paymentMethodId }, 403],
      ['/payments/billing/update-payment-method', { paymentMethodId }, 404],
      ['/complete-registration/', { user_id: uid }, 400],
    ] as const) {
      const response = await send(hark, path, {
        method: path.endsWith('/update/') ? 'PUT' : 'POST',
        headers: JSON_TYPE,
        cookie: other.client.cookie(),
        body: JSON.stringify(body),
      });
      expect([path, response.status]).toEqual([path, status]);
      expectNoOwnerData(response);
    }
  });

  it('cannot download or upload the owner’s files', async () => {
    const form = new FormData();
    form.append('csv_file', new Blob(['FirstName']), 'a.csv');
    const cookie = other.client.cookie();
    for (const reference of [owner.campaignId, owner.campaignName].map(encodeURIComponent)) {
      const download = `/dropcowboy/analytics/details/download/${reference}/`;
      expect((await send(hark, download, { cookie })).status).toBe(404);
      const upload = await send(hark, `/contacts/csv-upload/${reference}/`, {
        method: 'POST',
        cookie,
        body: form,
      });
      expect([upload.status, JSON.parse(upload.text)]).toMatchObject([404, { success: false }]);
    }
    const history = await send(hark, `/dropcowboy/credits/history.csv?campaign_id=${owner.campaignId}`, {
      cookie,
    });
    expect(history.text.trim().split('\n')).toHaveLength(1);
    const query = encodeURIComponent(JSON.stringify({ campaign_id: owner.campaignId }));
    expect(
      JSON.parse((await send(hark, `/trpc/credits.history?input=${query}`, { cookie })).text),
    ).toMatchObject({
      result: { data: { entries: [], total: 0 } },
    });
    const confirm = {
      method: 'POST',
      headers: JSON_TYPE,
      cookie,
      body: JSON.stringify({ id: owner.voiceId }),
    };
    expect((await send(hark, '/trpc/voices.confirmUpload', confirm)).status).toBe(404);
  });

  it('has changed no data of the owner', async () => {
    const { client, campaignId, uid, voiceId } = owner;
    const { body } = await client.get(`/api/campaigns/${campaignId}/`);
    expect(body).toMatchObject({
      campaign: { status: 'Scheduled', name: owner.campaignName, total: 1, held: 50, voice_id: voiceId },
    });
    expect((await client.get('/dropcowboy/credits/')).body).toEqual({ balance: 19_950, held: 50 });
    expect((await client.get(`/payments/customers/${uid}/subscription`)).body).toMatchObject({
      status: 'active',
      planId: 'launch',
    });
    expect((await client.get('/users/user-info/')).body).toMatchObject({
      user_email: owner.email,
      voice_ids: [{ vid: voiceId, title: 'Ana, warm' }],
    });
  });
});

describe('the owner', () => {
  it('can read the campaign by its id and by its name', async () => {
    for (const reference of [owner.campaignId, owner.campaignName].map(encodeURIComponent)) {
      const { status } = await owner.client.get(`/dropcowboy/analytics/details/${reference}/`);
      expect([reference, status]).toEqual([reference, 200]);
    }
    for (const reference of [owner.uid, owner.customerId])
      expect((await owner.client.get(`/payments/customers/${reference}/subscription`)).status).toBe(200);
  });
});
