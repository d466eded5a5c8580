import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, urlOf } from '#server/platform/http/listen.ts';
import { documentedPaths, PUBLIC_CALLS } from '#server/testing/http/documented-calls.ts';
import { watchResponses } from '#server/testing/http/documented-responses.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

interface Schema {
  properties: Record<string, { type?: string; format?: string; enum?: string[] }>;
  required: string[];
}
interface Operation {
  operationId: string;
  security?: unknown[];
  parameters: { name: string; in: string; schema: { enum?: string[] } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown>; headers?: Record<string, unknown> }>;
}

let hark: TestHark;
let paths: Record<string, Record<string, Operation>>;
let components: {
  schemas: Record<string, Schema>;
  responses: Record<string, { headers?: Record<string, unknown> }>;
};
beforeAll(async () => {
  hark = await startHark();
  const document: unknown = await (await fetch(`${hark.baseUrl}/openapi.json`)).json();
  ({ paths, components } = document as { paths: typeof paths; components: typeof components });
});
afterAll(() => hark.stop());

const body = (path: string, method: string, type = 'application/json') =>
  paths[path]?.[method]?.requestBody?.content[type]?.schema;
const fields = (path: string, method: string, type?: string) =>
  Object.keys(body(path, method, type)?.properties ?? {});

it('the document describes the fields of all inputs of a call', () => {
  expect(fields('/api/campaigns/{id}/update/', 'put')).toEqual(
    expect.arrayContaining(['campaign_name', 'message', 'drop_date', 'voice_id']),
  );
  expect(fields('/api/campaigns/{id}/execute/', 'post')).toEqual(['force']);
  expect(fields('/users/{id}/', 'put')).toEqual([
    'profile',
    'display_name',
    'company_name',
    'phone',
    'email',
  ]);
  expect(fields('/users/update-voice/{id}/', 'post')).toEqual(['title', 'description', 'avatar']);
  expect(fields('/contacts/add-new-contact/', 'post')).toEqual(
    expect.arrayContaining(['campaign_name', 'phone_number', 'recommended_phone']),
  );
  expect(body('/contacts/add-new-contact/', 'post')?.required).toContain('campaign_name');
  expect(paths['/api/campaigns/{id}/contacts/']?.['get']?.parameters.map(({ name }) => name)).toEqual([
    'id',
    'page',
    'page_size',
    'cursor',
  ]);
});

it('the document describes contact list uploads and the download', () => {
  expect(fields('/api/campaigns/create/form/', 'post', 'multipart/form-data')).toEqual([
    'campaign_name',
    'campaign_type',
    'description',
    'drop_date',
    'message',
    'voice_id',
    'drops_per_minute',
    'calling_hours',
    'last_day',
    'max_calls',
    'split',
    'expected_cost',
    'message_overrides',
    'consent',
    'skip_invalid',
    'last_name_optional',
    'retry',
    'replaces',
    'csv_file',
    'charset',
  ]);
  expect(body('/contacts/csv-upload/{campaign}/', 'post', 'multipart/form-data')).toMatchObject({
    properties: { csv_file: { format: 'binary' } },
    required: ['csv_file'],
  });
  expect(paths['/{provider}/analytics/details/download/{campaign_name}/']?.['get']?.parameters).toMatchObject(
    [
      { name: 'provider', schema: { enum: ['dropcowboy'] } },
      { name: 'campaign_name' },
      { name: 'status' },
      { name: 'reason' },
      { name: 'search' },
    ],
  );
});

it('an operation has one type of body, a name of its own, and CSV answers are not described as JSON', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.map(({ requestBody }) => Object.keys(requestBody?.content ?? {}));
  expect(bodies.filter((types) => types.length > 1)).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const path of Object.keys(paths).filter((name) => /\.csv$|\/download\/|\/left-out\//.test(name)))
    expect(Object.keys(paths[path]?.['get']?.responses[200]?.content ?? {})).toEqual(['text/csv']);
});

it('the document says what the server demands of a contact, and what a 401 names', () => {
  const required = ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone'];
  expect(components.schemas['Contact']?.required).toEqual(required);
  expect(body('/contacts/add-new-contact/', 'post')?.required).toEqual(expect.arrayContaining(required));
  const refusals = Object.entries(components.responses).filter(([name]) => name.includes('UNAUTHENTICATED'));
  expect(refusals.length).toBeGreaterThan(0);
  for (const [, { headers }] of refusals) expect(headers).toHaveProperty('WWW-Authenticate');
});

it('the document lists the calls that need no session', () => {
  const open = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ security }) => security?.length === 0),
  );
  const documented = new Set(documentedPaths(hark).map(({ procedure }) => procedure));
  expect(open.map(({ operationId }) => operationId).sort()).toEqual(
    [...PUBLIC_CALLS].filter((name) => documented.has(name)).sort(),
  );
});

it('every list with a cursor has the address of its next page in a header, also one that is numbered', () => {
  const lists = Object.values(paths).flatMap(({ get }) =>
    get?.parameters.some(({ name }) => name === 'cursor') === true ? [get] : [],
  );
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ responses }) => responses[200]?.headers?.['Link'] === undefined)).toEqual([]);
});

it('every call that changes something takes an Idempotency-Key, except those that can be repeated as they are', () => {
  const changes = Object.values(paths).flatMap(({ get: _get, ...methods }) => Object.values(methods));
  const keyless = changes.filter(
    ({ parameters }) => !parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(keyless.map(({ operationId }) => operationId).sort()).toEqual([
    'auth.checkEmailVerification',
    'auth.completeRegistration',
    'auth.confirmEmailWithPassword',
    'auth.login',
    'auth.logout',
    'auth.requestPasswordReset',
    'auth.resendVerification',
    'auth.resendVerificationEmail',
    'auth.resetPassword',
    'auth.updateProfile',
    'billing.cancelPlan',
    'billing.finishPurchase',
    'billing.keepPlan',
    'calling.updateProfile',
    'campaigns.checkList',
    'campaigns.checkListFromForm',
    'campaigns.delete',
    'campaigns.setRetries',
    'campaigns.update',
    'contactLists.correctContact',
    'contactLists.delete',
    'contactLists.removeContacts',
    'contactLists.update',
    'suppressions.remove',
    'testDrops.confirmPhone',
    'voices.remove',
    'voices.retry',
    'voices.update',
    'webhooks.delete',
    'webhooks.rotateSecret',
    'webhooks.sendTest',
    'webhooks.update',
  ]);
  // An answer of 201 or 402 declares a call that creates or spends.
  const spending = keyless.filter(({ responses }) => 201 in responses || 402 in responses);
  expect(spending.map(({ operationId }) => operationId).sort()).toEqual([
    // Names the purchase, whose credits are added once.
    'billing.finishPurchase',
    // Only check.
    'campaigns.checkList',
    'campaigns.checkListFromForm',
  ]);
});

it.each([
  ['GET', '/api/campaigns/?page=1', 200, {}, []],
  ['GET', '/api/campaigns/abc', 404, { code: 'NOT_FOUND' }, []],
  ['GET', '/api/campaigns/abc/', 404, { code: 'CONFLICT' }, ['GET /api/campaigns/{id}/: 404 CONFLICT']],
  ['POST', '/api/campaigns/create/', 418, { code: 'TEAPOT' }, ['POST /api/campaigns/create/: 418 TEAPOT']],
  ['GET', '/dropcowboy/credits/', 201, {}, ['GET /{provider}/credits/: 201']],
  ['GET', '/no/such/call', 418, {}, []],
])(
  'the watch of all tests compares %s %s with the document: %i %j',
  async (method, path, status, body, found) => {
    const { app, undocumented } = await watchResponses((_req, res) => {
      res.writeHead(status).end(JSON.stringify(body));
    }, hark.composition.appRouter);
    const listener = await listen(0, '127.0.0.1');
    listener.serve(app);
    await fetch(`${urlOf('127.0.0.1', listener.port)}${path}`, { method });
    await listener.close();
    expect([...undocumented]).toEqual(found);
  },
);
