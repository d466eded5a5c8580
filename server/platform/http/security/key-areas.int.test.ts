import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY_AREAS, areaOf, areaRefusal, type ApiKeyArea } from '#shared/api-key-areas.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import {
  bearer,
  isAllowed,
  isPublic,
  newTwoUsers,
  procedures,
  type TwoUsers,
  type Way,
} from './authorization-harness.ts';

let hark: TestHark;
let users: TwoUsers;
beforeAll(async () => {
  hark = await startHark();
  users = await newTwoUsers(hark);
}, 90_000);
afterAll(() => hark.stop());

const keyOf = async (scope: 'full' | 'read', ...areas: ApiKeyArea[]) =>
  (await users.newKey(scope, users.owner, areas)).key;

/** The documented paths that need a caller and leave what they name. */
const ways = () => users.ways().filter((way) => way.isRest && !isPublic(way) && !way.rule.removes);
const refusalOf = (areas: ApiKeyArea[], { procedure, type }: Way) =>
  areaRefusal(areas, { procedure, changes: type === 'mutation' });

it('every procedure has an area, and every area a documented path', () => {
  expect(procedures(hark).filter(([name]) => areaOf(name) === undefined)).toEqual([]);
  const documented = new Set(ways().map(({ procedure }) => areaOf(procedure)));
  expect([...documented].sort()).toEqual([...API_KEY_AREAS].sort());
});

it.each<[ApiKeyArea[]]>([
  ...API_KEY_AREAS.map((area): [ApiKeyArea[]] => [[area]]),
  [['campaigns', 'contacts', 'voices']],
])('a key that is limited to %j is told the area of every other call, and reaches its own', async (areas) => {
  const key = await keyOf('full', ...areas);
  const faults = await users.wrong(ways(), bearer(key), (way, { status, text }) => {
    const refusal = refusalOf(areas, way);
    if (refusal === undefined) return isAllowed({ status });
    return status === 403 && (JSON.parse(text) as { message: string }).message === refusal;
  });
  expect(faults).toEqual([]);
});

it('a procedure refuses it by itself, however it is called', async () => {
  const user = contextOf({ uid: users.owner.uid, streamId: users.owner.uid });
  const api = hark.composition.appRouter.createCaller({ ...user, viaApiKey: true, keyAreas: ['voices'] });
  expect((await api.voices.list()).voices).toHaveLength(1);
  await expect(api.credits.balance()).rejects.toThrow('may not use the area "billing"');
});

it('a key that reads voices lists them, all on one page', async () => {
  const headers = { authorization: `Bearer ${await keyOf('read', 'voices')}` };
  const response = await fetch(`${hark.baseUrl}/api/voices/`, { headers });
  const list = (await response.json()) as { voices: unknown[] };
  expect(list).toMatchObject({ remaining: 3, next: null });
  expect(list.voices).toHaveLength(1);
});

it('a key of all areas reaches what one without areas does', async () => {
  for (const areas of [[], [...API_KEY_AREAS]]) {
    const reads = ways().filter(({ type }) => type === 'query');
    const key = await keyOf('read', ...areas);
    expect(await users.wrong(reads, bearer(key), (_way, response) => isAllowed(response))).toEqual([]);
  }
});

it('a key that may only read changes nothing in its areas either', async () => {
  const changes = ways().filter(({ type, procedure }) => {
    return type === 'mutation' && areaOf(procedure) === 'webhooks';
  });
  const key = await keyOf('read', 'webhooks');
  expect(changes.length).toBeGreaterThan(3);
  expect(await users.wrong(changes, bearer(key), (_way, { status }) => status === 403)).toEqual([]);
});

describe('outside of the areas of a key', () => {
  const post = (key: string, path: string, body: FormData | string) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    return fetch(`${hark.baseUrl}${path}`, { method: 'POST', body, headers: { ...bearer(key), ...type } });
  };

  it('an upload is refused, which no procedure receives', async () => {
    const form = new FormData();
    form.append('csv_file', new Blob(['FirstName,PhoneNumber\nAnn,2025550101\n']), 'a.csv');
    for (const path of ['/api/campaigns/create/', `/contacts/csv-upload/${users.owner.campaignId}/`]) {
      const response = await post(await keyOf('full', 'voices'), path, form);
      expect([path, response.status]).toEqual([path, 403]);
      expect(await response.text()).toContain('"campaigns\\"');
    }
  });

  it('a call is refused before its body is read, and before what it names is looked for', async () => {
    const key = await keyOf('full', 'analytics');
    for (const path of ['/api/campaigns/unknown/pause/', `/api/campaigns/${users.owner.campaignId}/pause/`])
      expect((await post(key, path, `{"${'x'.repeat(2_000_000)}`)).status).toBe(403);
  });
});

it.each([
  [['credits']],
  [['campaigns', 'admin']],
  ['campaigns'],
  [[null]],
  [Array<string>(8).fill('voices')],
])('no key is made with the areas %j', async (areas) => {
  const input = { name: 'Key', scope: 'full', areas, expires_in_days: null };
  const { status } = await users.owner.client.post('/trpc/apiKeys.create', input);
  expect(status).toBe(400);
});

it('the list of keys says what each is limited to, in one order and each once', async () => {
  const { id } = await users.newKey('read', users.other, ['voices', 'campaigns', 'voices']);
  const { id: whole } = await users.newKey('read', users.other);
  const { body } = await users.other.client.get('/trpc/apiKeys.list');
  const { data } = body['result'] as { data: { api_keys: { id: string; areas: string[] }[] } };
  const areasOf = (one: string) => data.api_keys.find((key) => key.id === one)?.areas;
  expect([areasOf(id), areasOf(whole)]).toEqual([['campaigns', 'voices'], []]);
});
