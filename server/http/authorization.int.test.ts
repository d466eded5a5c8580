import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import {
  AUTHORIZATION_RULES,
  CONTACT,
  type Owned,
  type Rule,
} from '#server/testing/http/authorization-rules.ts';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import type { ProcedureMeta } from '#server/trpc/trpc.ts';
import { PROVIDER } from '#shared/paths.ts';
import type { ExportOverview } from '#shared/schemas/account-export.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { restEntries } from './rest.ts';

/** A way to make a call: by tRPC or by a documented path. */
interface Way {
  procedure: string;
  type: AnyProcedure['_def']['type'];
  rule: Rule;
  isRest: boolean;
  method: string;
  /** Of a documented path, with `{param}` segments. */
  path: string;
}
type Headers = Record<string, string>;

let hark: TestHark;
let owner: Owned;
let other: Subscriber;
const keys = { full: '', read: '', revoked: '', expired: '', closed: '' };

beforeAll(async () => {
  hark = await startHark();
  const [subscriber, otherUser] = await Promise.all([
    newSubscriber(hark, 'Autumn'),
    newSubscriber(hark, 'Other campaign'),
  ]);
  other = otherUser;
  const newKey = async (scope: 'full' | 'read', { client } = subscriber) => {
    const input = { name: 'Key', scope, expires_in_days: null };
    const { body } = await client.post('/trpc/apiKeys.create', input);
    return (body['result'] as { data: { key: string; api_key: { id: string } } }).data;
  };
  const revoked = await newKey('full');
  await subscriber.client.post('/trpc/apiKeys.revoke', { id: revoked.api_key.id });
  hark.clock.shift(-31 * DAY_MS);
  const past = hark.newClient();
  await past.post('/login/', { email: subscriber.email, password: 'correct horse' });
  const { body } = await past.post('/trpc/apiKeys.create', {
    name: 'Old',
    scope: 'full',
    expires_in_days: 30,
  });
  keys.expired = (body['result'] as { data: { key: string } }).data.key;
  hark.clock.shift(0);
  keys.revoked = revoked.key;
  keys.full = (await newKey('full')).key;
  keys.read = (await newKey('read')).key;
  keys.closed = (await newKey('full', otherUser)).key;

  const elsewhere = hark.newClient();
  await elsewhere.post('/login/', { email: subscriber.email, password: 'correct horse' });
  const { body: listed } = await elsewhere.get('/trpc/auth.devices?input={}');
  const { devices } = (listed['result'] as { data: { devices: { id: string; current: boolean }[] } }).data;
  const deviceId = devices.find(({ current }) => current)?.id ?? expect.fail();
  const apiKeyId = (await newKey('read')).api_key.id;
  const [passkeyId, exportId] = [await newPasskey(subscriber), await newExport(subscriber)];
  const previewId = await newPreview(subscriber);
  const testDropId = await newTestCall(subscriber);
  const contactListId = await newContactList(subscriber);
  const made = { previewId, testDropId, contactListId, ...(await newWebhooks(subscriber)) };
  owner = { ...subscriber, deviceId, apiKeyId, passkeyId, exportId, ...made };
}, 90_000);
afterAll(() => hark.stop());

/** Adds a passkey to the account of a user; returns its id. */
async function newPasskey({ client }: Subscriber): Promise<string> {
  const authenticator = createAuthenticator(hark.baseUrl.replace('127.0.0.1', 'localhost'));
  const { body } = await client.post('/trpc/auth.beginPasskey');
  const { data } = body['result'] as { data: { challenge: string; rp: { id: string } } };
  const added = { name: 'Laptop', response: authenticator.create(data) };
  expect((await client.post('/trpc/auth.addPasskey', added)).status).toBe(200);
  return authenticator.id;
}

/** Has a message spoken in the voice of a user; returns the id of the preview. */
async function newPreview({ client, voiceId: voice_id }: Subscriber): Promise<string> {
  const { body } = await client.post('/api/previews/', { voice_id, message: 'Hi', contact: CONTACT });
  return (body['preview'] as { id: string }).id;
}

/** Has the phone of a user called; returns the id of the test call. */
async function newTestCall({ client, voiceId: voice_id }: Subscriber): Promise<string> {
  const phone = '12025557099';
  expect((await client.post('/api/test-drops/phone/', { phone, voice_id })).status).toBe(200);
  return vi.waitFor(
    async () => {
      const drops = await fetch(`${hark.baseUrl}/local/carrier/drops?phone=${phone}`);
      const [drop] = (await drops.json()) as { attemptId: string }[];
      return drop?.attemptId.split('-')[0] ?? expect.fail();
    },
    { timeout: 20_000 },
  );
}

/** Creates two webhook endpoints of a user and sends the first a test; returns their ids and that of the delivery. */
async function newWebhooks({ client }: Subscriber) {
  const create = async () => {
    const { body } = await client.post('/api/webhooks/', {
      url: 'http://127.0.0.1:9999/hark',
      events: ['credits.low'],
    });
    return (body['webhook'] as { id: string }).id;
  };
  const [webhookId, removedWebhookId] = [await create(), await create()];
  const { body } = await client.post(`/api/webhooks/${webhookId}/test/`);
  return { webhookId, removedWebhookId, deliveryId: (body['delivery'] as { id: string }).id };
}

/** Saves a contact list of a user; returns its id. */
async function newContactList({ client }: Subscriber): Promise<string> {
  const { body } = await client.post('/api/contact-lists/', { name: 'Leads', contacts: [CONTACT] });
  return (body['list'] as { id: string }).id;
}

/** Exports the data of a user; returns the id once the file is ready. */
async function newExport({ client }: Subscriber): Promise<string> {
  expect((await client.post('/trpc/accountExport.request')).status).toBe(200);
  return vi.waitFor(
    async () => {
      const { body } = await client.get('/trpc/accountExport.overview');
      const { latest } = (body['result'] as { data: ExportOverview }).data;
      expect(latest?.status).toBe('ready');
      return latest?.id ?? '';
    },
    { timeout: 20_000 },
  );
}

function procedures(): [name: string, AnyProcedure][] {
  return Object.entries(
    hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>,
  );
}

function ruleOf(procedure: string): Rule {
  return AUTHORIZATION_RULES[procedure] ?? expect.fail(`${procedure} has no rule`);
}

/** Every way of the router to make a call. */
function allWays(): Way[] {
  const byTrpc = procedures().map(([procedure, { _def }]) => ({
    procedure,
    type: _def.type,
    rule: ruleOf(procedure),
    isRest: false,
    method: _def.type === 'mutation' ? 'POST' : 'GET',
    path: `/trpc/${procedure}`,
  }));
  const byRest = restEntries(hark.composition.appRouter).map(
    ({ procedure, type, route: { method, path } }) => {
      return { procedure, type, rule: ruleOf(procedure), isRest: true, method, path };
    },
  );
  return [...byTrpc, ...byRest];
}

/** Makes a call that names the owner's things. */
async function call(way: Way, headers: Headers): Promise<{ status: number; text: string }> {
  const { url, body } = requestOf(way, way.rule.input(owner));
  const abort = new AbortController();
  const init = { method: way.method, headers: { ...JSON_TYPE, ...headers }, body, signal: abort.signal };
  const response = await fetch(`${hark.baseUrl}${url}`, init);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream) return { status: response.status, text: await response.text() };
  const text = await firstEvent(response);
  abort.abort();
  return { status: Number(/"httpStatus":(\d+)/.exec(text)?.[1] ?? response.status), text };
}

/** Reads a stream until it sends something but that it is connected. */
async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (/\ndata: \{".*\n\n/.test(text)) break;
  }
  return text;
}

function requestOf(
  { isRest, method, path }: Way,
  input: Record<string, unknown>,
): { url: string; body: string | null } {
  const named = new Set<string>();
  const filled = path.replace('{provider}', PROVIDER).replace(/\{(\w+)\}/g, (_, name: string) => {
    named.add(name);
    return encodeURIComponent(input[name] as string);
  });
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !named.has(name)));
  if (method !== 'GET') return { url: filled, body: JSON.stringify(rest) };
  const query = isRest ? (rest as Record<string, string>) : { input: JSON.stringify(rest) };
  return { url: `${filled}?${new URLSearchParams(query).toString()}`, body: null };
}

/** Makes calls and returns those whose response `isRight` does not accept. */
async function wrong(
  ways: readonly Way[],
  headers: Headers,
  isRight: (way: Way, response: { status: number; text: string }) => boolean,
): Promise<string[]> {
  const faults: string[] = [];
  for (const way of ways) {
    const response = await call(way, headers);
    const what = `${way.method} ${way.path} (${way.procedure}): ${String(response.status)} ${response.text.slice(0, 200)}`;
    if (!isRight(way, response)) faults.push(what);
  }
  return faults;
}

const isPublic = ({ rule }: Way) => rule.who === 'anyone';
const isAllowed = ({ status }: { status: number }) => ![401, 403, 404].includes(status) && status < 500;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const sessionOf = ({ client }: Subscriber): Headers => ({ cookie: client.cookie() });

it('every procedure has a rule, every rule a procedure, and both agree about who must sign in', () => {
  const declared = Object.entries(AUTHORIZATION_RULES).map(([name, { who }]) => [name, who !== 'anyone']);
  const found = procedures().map(([name, { _def }]) => [
    name,
    (_def.meta as ProcedureMeta | undefined)?.signedIn === true,
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(declared));
});

describe('401 from everything but the public calls, for', () => {
  it.each<[string, () => Headers]>([
    ['nobody', () => ({})],
    ['a bare uid', () => bearer(owner.uid)],
    ['a revoked key', () => bearer(keys.revoked)],
    ['an expired key', () => bearer(keys.expired)],
    ['a revoked key beside a session', () => ({ ...bearer(keys.revoked), ...sessionOf(owner) })],
  ])('%s', async (_who, headers) => {
    const faults = await wrong(allWays(), headers(), (way, { status }) => (status === 401) !== isPublic(way));
    expect(faults).toEqual([]);
  });
});

it('another user gets 404 or 403 for what belongs to the owner, and never sees any of it', async () => {
  // Calls that concern the caller alone may work.
  const ways = allWays().filter(({ rule }) => rule.who === 'owner');
  const secrets = [owner.email, owner.customerId, 'pm_', '12122000100'];
  const faults = await wrong(ways, sessionOf(other), (_way, { status, text }) => {
    return [403, 404].includes(status) && secrets.every((secret) => !text.includes(secret));
  });
  expect(faults).toEqual([]);
});

it('a bearer that names another user than the session is refused', async () => {
  const ways = allWays().filter((way) => !isPublic(way));
  const headers = { ...sessionOf(other), ...bearer(owner.uid) };
  expect(await wrong(ways, headers, (_way, { status }) => status === 403)).toEqual([]);
});

it('an API key reaches no tRPC procedure, and one that may only read changes nothing', async () => {
  const [ways, reading] = [allWays(), bearer(keys.read)];
  const byTrpc = ways.filter(({ isRest }) => !isRest);
  const changes = ways.filter(({ isRest, type }) => isRest && type === 'mutation');
  for (const headers of [bearer(keys.full), reading])
    expect(await wrong(byTrpc, headers, (_way, { status }) => status === 403)).toEqual([]);
  expect(await wrong(changes, reading, (_way, { status }) => status === 403)).toEqual([]);
});

it('an API key reaches every documented path of its user', async () => {
  const ways = allWays().filter(({ isRest, rule }) => isRest && rule.who !== 'anyone' && !rule.removes);
  const queries = ways.filter(({ type }) => type === 'query');
  expect(ways.length).toBeGreaterThan(30);
  expect(await wrong(queries, bearer(keys.read), (_way, response) => isAllowed(response))).toEqual([]);
  expect(await wrong(ways, bearer(keys.full), (_way, response) => isAllowed(response))).toEqual([]);
});

it('a session of eleven minutes must confirm who it is before what is sensitive, and before nothing else', async () => {
  hark.clock.shift(11 * MINUTE_MS);
  const ways = allWays().filter((way) => !isPublic(way) && (way.rule.recent || way.type === 'query'));
  const faults = await wrong(ways, sessionOf(owner), ({ rule }, { status, text }) =>
    rule.recent ? status === 403 && text.includes('REAUTHENTICATION_REQUIRED') : isAllowed({ status }),
  );
  hark.clock.shift(0);
  expect(faults).toEqual([]);
});

it('the owner can make every call', async () => {
  const ways = allWays().filter((way) => !isPublic(way));
  const byTrpc = ways.filter(({ isRest }) => !isRest);
  const lasting = ways.filter(({ rule }) => !rule.removes);
  const removing = byTrpc.filter(({ rule }) => rule.removes && rule.who === 'owner');
  const signOut = byTrpc.filter(({ rule }) => rule.removes && rule.who === 'user');
  for (const one of [lasting, removing, signOut])
    expect(await wrong(one, sessionOf(owner), (_way, response) => isAllowed(response))).toEqual([]);
});

it('a closed account reaches nothing, neither with its session nor with its key', async () => {
  const session = sessionOf(other);
  const proof = { email: other.email, password: 'correct horse' };
  expect((await other.client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  for (const headers of [session, bearer(keys.closed)]) {
    const faults = await wrong(allWays(), headers, (way, { status }) => (status === 401) !== isPublic(way));
    expect(faults).toEqual([]);
  }
});
