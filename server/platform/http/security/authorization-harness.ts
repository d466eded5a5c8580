import type { AnyProcedure } from '@trpc/server';
import { expect, vi } from 'vitest';
import { createAuthenticator } from '#server/testing/fakes/authenticator.ts';
import {
  AUTHORIZATION_RULES,
  CONTACT,
  type Owned,
  type Rule,
} from '#server/testing/http/authorization-rules.ts';
import { JSON_TYPE } from '#server/testing/http/documented-calls.ts';
import type { TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { PROVIDER } from '#shared/paths.ts';
import type { ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import type { ExportOverview } from '#shared/schemas/account/account-export.ts';
import { restEntries } from '#server/platform/http/rest.ts';

/** A way to make a call: by tRPC or by a documented path. */
export interface Way {
  procedure: string;
  type: AnyProcedure['_def']['type'];
  rule: Rule;
  isRest: boolean;
  method: string;
  /** Of a documented path, with `{param}` segments. */
  path: string;
}
export type Headers = Record<string, string>;
interface Answer {
  status: number;
  text: string;
}

/** A user who has everything that a call can name, and another one. */
export interface TwoUsers {
  owner: Owned;
  other: Subscriber;
  /** Creates an API key of the owner, or of another user. */
  newKey(
    scope: ApiKeyScope,
    of?: Pick<Subscriber, 'client'>,
    areas?: readonly string[],
  ): Promise<{ id: string; key: string }>;
  /** Every way of the router to make a call. */
  ways(): Way[];
  /** Makes calls that name the owner's things; returns those whose response `isRight` does not accept. */
  wrong(
    ways: readonly Way[],
    headers: Headers,
    isRight: (way: Way, answer: Answer) => boolean,
  ): Promise<string[]>;
}

/** Registers and prepares the two users. */
export async function newTwoUsers(hark: TestHark): Promise<TwoUsers> {
  const [subscriber, other] = await Promise.all([
    newSubscriber(hark, 'Autumn'),
    newSubscriber(hark, 'Other campaign'),
  ]);
  const newKey = async (
    scope: ApiKeyScope,
    { client }: Pick<Subscriber, 'client'> = subscriber,
    areas: readonly string[] = [],
  ) => {
    const input = { name: 'Key', scope, areas, expires_in_days: null };
    const { body } = await client.post('/trpc/apiKeys.create', input);
    const { data } = body['result'] as { data: { key: string; api_key: { id: string } } };
    return { id: data.api_key.id, key: data.key };
  };
  const elsewhere = hark.newClient();
  await elsewhere.post('/login/', { email: subscriber.email, password: 'correct horse' });
  const { body: listed } = await elsewhere.get('/trpc/auth.devices?input={}');
  const { devices } = (listed['result'] as { data: { devices: { id: string; current: boolean }[] } }).data;
  const deviceId = devices.find(({ current }) => current)?.id ?? expect.fail();
  const apiKeyId = (await newKey('read')).id;
  const [passkeyId, exportId] = [await newPasskey(hark, subscriber), await newExport(subscriber)];
  const previewId = await newPreview(subscriber);
  const testDropId = await newTestCall(hark, subscriber);
  const contactListId = await newContactList(subscriber);
  const templateId = await newTemplate(subscriber);
  const made = { previewId, testDropId, contactListId, templateId, ...(await newWebhooks(subscriber)) };
  const owner = { ...subscriber, deviceId, apiKeyId, passkeyId, exportId, ...made };
  return {
    owner,
    other,
    newKey,
    ways: () => allWays(hark),
    async wrong(ways, headers, isRight) {
      const faults: string[] = [];
      for (const way of ways) {
        const answer = await call(hark.baseUrl, way, way.rule.input(owner), headers);
        const what = `${way.method} ${way.path} (${way.procedure}): ${String(answer.status)} ${answer.text.slice(0, 200)}`;
        if (!isRight(way, answer)) faults.push(what);
      }
      return faults;
    },
  };
}

/** Adds a passkey to the account of a user; returns its id. */
async function newPasskey(hark: TestHark, { client }: Subscriber): Promise<string> {
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
async function newTestCall(hark: TestHark, { client, voiceId: voice_id }: Subscriber): Promise<string> {
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

/** Saves a message template of a user; returns its id. */
async function newTemplate({ client }: Subscriber): Promise<string> {
  const { body } = await client.post('/trpc/messageTemplates.create', { name: 'Reminder', text: 'Hi' });
  return (body['result'] as { data: { template: { id: string } } }).data.template.id;
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

/** Returns the procedures of the router by name. */
export function procedures(hark: TestHark): [name: string, AnyProcedure][] {
  return Object.entries(
    hark.composition.appRouter._def.procedures as unknown as Record<string, AnyProcedure>,
  );
}

function ruleOf(procedure: string): Rule {
  return AUTHORIZATION_RULES[procedure] ?? expect.fail(`${procedure} has no rule`);
}

function allWays(hark: TestHark): Way[] {
  const byTrpc = procedures(hark).map(([procedure, { _def }]) => ({
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

async function call(
  baseUrl: string,
  way: Way,
  input: Record<string, unknown>,
  headers: Headers,
): Promise<Answer> {
  const { url, body } = requestOf(way, input);
  const abort = new AbortController();
  const init = { method: way.method, headers: { ...JSON_TYPE, ...headers }, body, signal: abort.signal };
  const response = await fetch(`${baseUrl}${url}`, init);
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

/** Whether anyone may make a call. */
export const isPublic = ({ rule }: Way) => rule.who === 'anyone';
/** Whether a call is answered as it is for somebody without a session: 401 unless it is public. */
export const isRefused = (way: Way, { status }: Answer) => (status === 401) !== isPublic(way);
/** Whether a call was let through, even if it failed for another reason. */
export const isAllowed = ({ status }: Pick<Answer, 'status'>) =>
  ![401, 403, 404].includes(status) && status < 500;
/** Returns the header of an API key or another bearer token. */
export const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
/** Returns the header of a user's session. */
export const sessionOf = ({ client }: Pick<Subscriber, 'client'>): Headers => ({ cookie: client.cookie() });
