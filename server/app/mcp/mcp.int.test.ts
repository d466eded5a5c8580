import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { API_KEY_AREAS, areaOf, type ApiKeyArea } from '#shared/api-key-areas.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { READ_TOOLS } from './read-tools.ts';
import { WRITE_TOOLS } from './write-tools.ts';

const MESSAGE = 'Hi {first_name}, this is Diaz Dental. To stop these calls, call 800 555 0100.';

let hark: TestHark;
let user: Subscriber;
let other: Subscriber;
let listId: string;
/** Programs of the user, with a key of each kind. */
const programs = {} as Record<ApiKeyScope, Client>;

const people = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const phone = `1202555${String(2_000 + n)}`;
    return {
      id: String(n),
      first_name: 'Ann',
      last_name: 'Lee',
      phone_number: phone,
      recommended_phone: phone,
    };
  });

async function newList(owner: Subscriber, name: string, count: number): Promise<string> {
  const consent = { basis: 'asked_for_calls', obtained_at: '2026-01-05', source: 'Form on the website' };
  const { body } = await owner.client.post('/api/contact-lists/', { name, consent, contacts: people(count) });
  return (body['list'] as { id: string }).id;
}

async function keyOf(
  owner: Subscriber,
  scope: ApiKeyScope,
  areas: readonly ApiKeyArea[] = [],
): Promise<string> {
  const { body } = await owner.client.post('/trpc/apiKeys.create', {
    name: scope,
    scope,
    areas,
    expires_in_days: 30,
  });
  return (body as { result: { data: { key: string } } }).result.data.key;
}

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${hark.baseUrl}/mcp`), { requestInit }));
  return client;
}

/** Calls a tool as a model does; `answer` is what it reads. */
async function use(client: Client, name: string, args: object = {}) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [content] = result.content as { type: string; text: string }[];
  const text = content?.text ?? '';
  // What the library refuses by itself is no JSON.
  const answer = (/^[[{]/.test(text) ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { isError: result.isError === true, text, answer };
}

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'Mcp');
  other = await newSubscriber(hark, 'Other');
  listId = await newList(user, 'Patients', 5);
  for (const scope of API_KEY_SCOPES) programs[scope] = await connect(await keyOf(user, scope));
}, 60_000);
afterAll(async () => {
  await Promise.all(Object.values(programs).map((client) => client.close()));
  await hark.stop();
});

const plan = (name: string) => ({
  name,
  message: MESSAGE,
  voice_id: user.voiceId,
  list_id: listId,
  drop_date: new Date(Date.now() + 3 * DAY_MS).toISOString(),
});

describe('a program with a key that may only read', () => {
  it('is offered the tools that change nothing, and no other answers', async () => {
    const { tools } = await programs.read.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools.map(({ name }) => name)).toContain('quote_campaign');
    const all = (await programs.full.listTools()).tools.map(({ name }) => name);
    const hidden = all.filter((name) => !tools.some((tool) => tool.name === name));
    expect(hidden).toContain('create_campaign');
    for (const name of hidden)
      expect(await use(programs.read, name, { ...plan('Hidden'), campaign: 'x' })).toMatchObject({
        isError: true,
      });
    expect((await user.client.get('/api/campaigns/')).body).toMatchObject({
      campaigns: [{ name: user.campaignName }],
    });
  });

  it('reads credits, lists, voices and prices', async () => {
    expect((await use(programs.read, 'get_credits')).answer).toMatchObject({
      balance: expect.any(Number) as number,
    });
    expect((await use(programs.read, 'list_contact_lists')).answer).toMatchObject({
      lists: [{ id: listId, size: 5 }],
    });
    expect((await use(programs.read, 'list_voices')).answer).toMatchObject({
      voices: [{ vid: user.voiceId }],
    });
    const { drop_date, list_id, message } = plan('');
    expect(
      (await use(programs.read, 'quote_campaign', { drop_date, list_id, message })).answer,
    ).toMatchObject({
      calls: 5,
      left_out: 0,
      credits: expect.any(Number) as number,
    });
  });
});

describe('a program with a key that prepares drafts', () => {
  it('is offered the draft beside what changes nothing, and its key the same areas', async () => {
    const namesOf = async (program: Client) => (await program.listTools()).tools.map(({ name }) => name);
    expect(await namesOf(programs.prepare)).toEqual([...(await namesOf(programs.read)), 'create_draft']);
    const program = await connect(await keyOf(user, 'prepare', ['analytics']));
    expect(await namesOf(program)).not.toContain('create_draft');
    await program.close();
  });

  it('prepares a draft, schedules nothing, and is listed as what it is', async () => {
    const { drop_date: _date, ...draft } = plan('By an assistant');
    expect(await use(programs.prepare, 'create_draft', draft)).toMatchObject({ isError: false });
    const scheduled = await use(programs.prepare, 'create_campaign', {
      ...plan('Not by it'),
      credits: 9_999,
    });
    expect(scheduled.isError).toBe(true);
    const { body } = await user.client.get('/trpc/apiKeys.list');
    const { api_keys: keys } = (body['result'] as { data: { api_keys: { name: string; scope: string }[] } })
      .data;
    for (const scope of API_KEY_SCOPES)
      expect(keys).toContainEqual(expect.objectContaining({ name: scope, scope }));
  });
});

describe('a program with a full key', () => {
  it('does the main job: quote, schedule for the agreed price, look, pause, resume', async () => {
    const { name: _name, voice_id: _voice, ...quoted } = plan('');
    const { credits } = (await use(programs.full, 'quote_campaign', quoted)).answer as unknown as {
      credits: number;
    };
    const before = (await use(programs.full, 'get_credits')).answer as unknown as {
      balance: number;
      held: number;
    };
    const made = await use(programs.full, 'create_campaign', { ...plan('By a program'), credits });
    expect(made, made.text).toMatchObject({ isError: false, answer: { credit_cost: credits } });
    expect((await use(programs.full, 'get_credits')).answer).toMatchObject({
      balance: before.balance - credits,
      held: before.held + credits,
    });
    const campaign = 'By a program';
    expect((await use(programs.full, 'get_campaign', { campaign })).answer).toMatchObject({
      campaign: { status: 'Scheduled', total: 5, message: MESSAGE },
    });
    const { answer } = await use(programs.full, 'list_calls', { campaign, limit: 2 });
    expect(answer).toMatchObject([{ call_details: [{}, {}], next: expect.any(String) as string }]);
    expect((await use(programs.full, 'pause_campaign', { campaign })).answer).toMatchObject({
      success: true,
    });
    expect((await use(programs.full, 'resume_campaign', { campaign })).answer).toMatchObject({
      success: true,
    });
    const { campaigns } = (await use(programs.full, 'list_campaigns')).answer as {
      campaigns: { name: string }[];
    };
    expect(campaigns.map(({ name }) => name).toSorted()).toEqual([campaign, user.campaignName].toSorted());
  });

  it('holds nothing when the price is higher than what was agreed', async () => {
    const refused = await use(programs.full, 'create_campaign', { ...plan('Too dear'), credits: 1 });
    expect(refused).toMatchObject({ isError: true, answer: { code: 'CONFLICT', calls: 5 } });
    expect(await use(programs.full, 'get_campaign', { campaign: 'Too dear' })).toMatchObject({
      isError: true,
      answer: { code: 'NOT_FOUND' },
    });
    const unpriced = await use(programs.full, 'create_campaign', plan('Unpriced'));
    expect(unpriced).toMatchObject({ isError: true });
    expect(unpriced.text).toContain('credits');
  });

  it('is refused a start that has passed, at which the calls would begin at once', async () => {
    const drop_date = new Date(Date.now() - DAY_MS).toISOString();
    const { name: _name, voice_id: _voice, ...quoted } = { ...plan(''), drop_date };
    // Without its zone it is a time in UTC, as everywhere, whatever the zone of the server.
    vi.stubEnv('TZ', 'America/New_York');
    const zoneless = new Date(Date.now() - MINUTE_MS).toISOString().slice(0, 19);
    for (const [tool, args] of [
      ['quote_campaign', quoted],
      ['quote_campaign', { ...quoted, drop_date: zoneless }],
      ['create_campaign', { ...plan('Too late'), drop_date, credits: 100_000 }],
    ] as const)
      expect(await use(programs.full, tool, args)).toMatchObject({
        isError: true,
        answer: { code: 'INVALID_INPUT', fields: { drop_date: expect.stringContaining('passed') as string } },
      });
    vi.unstubAllEnvs();
    expect(await use(programs.full, 'get_campaign', { campaign: 'Too late' })).toMatchObject({
      isError: true,
    });
  });

  it('prepares a draft, which its owner finds and which calls nobody', async () => {
    const { drop_date: _date, ...draft } = plan('Prepared');
    const { answer } = await use(programs.full, 'create_draft', draft);
    const { draft_id: id, url } = answer as unknown as { draft_id: string; url: string };
    expect(url).toBe(`${hark.baseUrl}/campaign?draft=${id}`);
    const input = encodeURIComponent(JSON.stringify({ id }));
    const { body } = await user.client.get(`/trpc/campaigns.drafts.get?input=${input}`);
    expect(body).toMatchObject({
      result: {
        data: {
          draft: {
            content: {
              form: {
                name: 'Prepared',
                voiceId: user.voiceId,
                consent: {
                  basis: 'other',
                  ownWords: 'asked_for_calls',
                  obtainedAt: '2026-01-05',
                  source: 'Form on the website',
                },
              },
              list: { id: listId },
            },
          },
        },
      },
    });
    expect(await use(programs.full, 'get_campaign', { campaign: 'Prepared' })).toMatchObject({
      isError: true,
    });
  });

  it('reaches nothing of another user', async () => {
    const theirs = await newList(other, 'Theirs', 3);
    const { name: _name, voice_id: _voice, ...quoted } = { ...plan(''), list_id: theirs };
    for (const [tool, args] of [
      ['quote_campaign', quoted],
      ['create_campaign', { ...plan('Theirs'), list_id: theirs, credits: 100_000 }],
      ['create_campaign', { ...plan('Theirs'), voice_id: other.voiceId, credits: 100_000 }],
      ['create_draft', { name: 'T', message: MESSAGE, voice_id: user.voiceId, list_id: theirs }],
      ['create_draft', { name: 'T', message: MESSAGE, voice_id: other.voiceId, list_id: listId }],
    ] as const) {
      const { isError, text } = await use(programs.full, tool, args);
      expect([tool, isError]).toEqual([tool, true]);
      expect(text).toMatch(/NOT_FOUND|FORBIDDEN|INVALID_INPUT/);
    }
  });

  it('is told of arguments that no tool has', async () => {
    expect(await use(programs.full, 'get_credits', { uid: other.uid })).toMatchObject({ isError: true });
  });
});

describe('a program whose key is limited to areas', () => {
  const TOOLS = [...READ_TOOLS, ...WRITE_TOOLS];
  const areasOf = (calls: readonly string[]) => [
    ...new Set(calls.map((call) => areaOf(call) ?? expect.fail())),
  ];

  const limited = new Map<string, Client>();
  /** A user has few keys. */
  async function programOf(areas: readonly ApiKeyArea[]): Promise<Client> {
    const name = areas.toSorted().join();
    const program = limited.get(name) ?? (await connect(await keyOf(user, 'full', areas)));
    limited.set(name, program);
    return program;
  }
  afterAll(() => Promise.all([...limited.values()].map((client) => client.close())));

  it.each(API_KEY_AREAS)('of %s has the tools whose calls are all of that area', async (area) => {
    const program = await programOf([area]);
    const { tools } = await program.listTools();
    const own = TOOLS.filter(({ calls }) => areasOf(calls).every((one) => one === area));
    expect(tools.map(({ name }) => name)).toEqual(own.map(({ name }) => name));
  });

  const args = () => ({
    create_draft: { ...plan('Limited'), drop_date: undefined },
    create_campaign: { ...plan('Limited'), credits: 1_000 },
    quote_campaign: { list_id: listId, message: MESSAGE },
    retry_campaign: { campaign: 'Limited', credits: 0, run: 1 },
    list_campaigns: {},
    add_to_do_not_call: { phone: '2025559999' },
  });

  it.each(TOOLS)('$name needs the areas of its calls, and no other', async ({ name, calls, input }) => {
    const procedures = Object.keys(hark.composition.appRouter._def.procedures);
    expect(procedures).toEqual(expect.arrayContaining([...calls]));
    const program = await programOf(areasOf(calls));
    const given: object = (args() as Partial<Record<string, object>>)[name] ?? {};
    const campaign = 'campaign' in input.shape ? { campaign: user.campaignName } : {};
    const { text } = await use(program, name, { ...campaign, ...given });
    expect(text).not.toMatch(/limited to|Tool \S+ (not found|disabled)/);
  });
});

describe('the endpoint', () => {
  const post = (headers: Record<string, string>, body = '{}') =>
    fetch(`${hark.baseUrl}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  it('wants a key: nobody, a wrong key and a session get 401', async () => {
    for (const headers of [{}, { authorization: 'Bearer hark_wrong' }, { cookie: user.client.cookie() }]) {
      const response = await post(headers);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="Hark"',
      ]);
    }
  });

  it('does nothing for a key that is revoked while the body is received', async () => {
    const { body } = await user.client.post('/trpc/apiKeys.create', {
      name: 'Slow',
      scope: 'full',
      areas: [],
      expires_in_days: 30,
    });
    const { key, api_key } = (body as { result: { data: { key: string; api_key: { id: string } } } }).result
      .data;
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'create_campaign', arguments: { ...plan('Revoked'), credits: 100_000 } },
    };
    const text = JSON.stringify(call);
    const slow = request(`${hark.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write(text.slice(0, 10));
    const keys = async () => JSON.stringify((await user.client.get('/trpc/apiKeys.list')).body);
    // It was admitted.
    await vi.waitFor(async () => expect(await keys()).not.toContain('"last_used_at":null'));
    expect((await user.client.post('/trpc/apiKeys.revoke', { id: api_key.id })).status).toBe(200);
    slow.end(text.slice(10));
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(401);
    expect((await user.client.get('/api/campaigns/Revoked/')).status).toBe(404);
  });

  it('takes no other method, no text that is not JSON, and no long body', async () => {
    const authorization = `Bearer ${await keyOf(user, 'read')}`;
    const get = await fetch(`${hark.baseUrl}/mcp`, { headers: { authorization } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    for (const body of ['{', '[]', '[{},{}]', 'null', '7'])
      expect([body, (await post({ authorization }, body)).status]).toEqual([body, 400]);
    expect((await post({ authorization }, JSON.stringify('x'.repeat(20_000)))).status).toBe(413);
  });
});
