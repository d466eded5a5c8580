import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAX_MESSAGE_TEMPLATES, type MessageTemplates } from '#shared/schemas/campaigns/message-templates.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';
import { createTemplateModel, TemplateStore } from './template-store.ts';

let hark: TestHark;
let database: Awaited<ReturnType<typeof connectDatabase>>;
beforeAll(async () => {
  hark = await startHark();
  database = await connectDatabase(hark.mongodbUri);
}, 60_000);
afterAll(async () => {
  await database.close();
  await hark.stop();
});

type User = Pick<Awaited<ReturnType<TestHark['newUser']>>, 'client' | 'uid'>;
type Output = { template: MessageTemplates['templates'][number] };

/** Calls a procedure; returns its output, the code of its error ("ok" without one) and the fields it names. */
async function call({ client }: Pick<User, 'client'>, name: string, input: object) {
  const { body } = await client.post(`/trpc/messageTemplates.${name}`, input);
  const { result, error } = body as {
    result?: { data: Output };
    error?: { data: { appCode: string; details: { fields?: object } } };
  };
  const fields = Object.keys(error?.data.details.fields ?? {});
  return { template: result?.data.template, code: error?.data.appCode ?? 'ok', fields };
}

async function created(user: User, name: string, text = 'Hi {first_name|there}'): Promise<string> {
  const { template, code } = await call(user, 'create', { name, text });
  expect(code).toBe('ok');
  return template?.id ?? expect.fail();
}

async function listOf({ client }: Pick<User, 'client'>): Promise<MessageTemplates> {
  const { body } = await client.get('/trpc/messageTemplates.list');
  return (body['result'] as { data: MessageTemplates }).data;
}
const namesOf = async (user: User) => (await listOf(user)).templates.map(({ name }) => name);

test('templates are saved, renamed, rewritten and deleted by their user alone', async () => {
  const [user, stranger] = await Promise.all([hark.newUser(), hark.newUser()]);
  const id = await created(user, 'reminder', ' Hi {first_name|there}, see you soon. ');
  await created(user, 'Open house');
  expect(await namesOf(user)).toEqual(['Open house', 'reminder']);
  expect((await listOf(user)).templates[1]).toMatchObject({
    id,
    text: 'Hi {first_name|there}, see you soon.',
  });

  for (const [name, input] of [
    ['update', { id, name: 'Mine' }],
    ['delete', { id }],
  ] as const)
    expect((await call(stranger, name, input)).code).toBe('NOT_FOUND');
  expect(await namesOf(stranger)).toEqual([]);

  expect((await call(user, 'update', { id, name: 'Appointment' })).template).toMatchObject({
    name: 'Appointment',
    text: 'Hi {first_name|there}, see you soon.',
  });
  expect((await call(user, 'update', { id, text: 'Hello' })).template).toMatchObject({
    name: 'Appointment',
    text: 'Hello',
  });
  expect((await call(user, 'delete', { id })).code).toBe('ok');
  expect((await call(user, 'delete', { id })).code).toBe('NOT_FOUND');
  expect(await namesOf(user)).toEqual(['Open house']);
});

test('a name is given once, and again once its template is deleted', async () => {
  const user = await hark.newUser();
  const id = await created(user, 'Reminder');
  const other = await created(user, 'Season');
  const taken = { code: 'ALREADY_EXISTS', fields: ['name'] };
  expect(await call(user, 'create', { name: ' Reminder ', text: 'Hi' })).toMatchObject(taken);
  expect(await call(user, 'update', { id: other, name: 'Reminder' })).toMatchObject(taken);
  expect((await call(user, 'update', { id, name: 'Reminder' })).code).toBe('ok');
  const atOnce = await Promise.all(
    Array.from({ length: 6 }, () => call(user, 'create', { name: 'Twice', text: 'Hi' })),
  );
  expect(atOnce.filter(({ code }) => code === 'ok')).toHaveLength(1);
  expect(atOnce.filter(({ code }) => code === 'ALREADY_EXISTS')).toHaveLength(5);
  await call(user, 'delete', { id });
  await created(user, 'Reminder');
  // Another user has names of their own.
  await created(await hark.newUser(), 'Reminder');
});

test.each([
  ['no name', { name: '  ', text: 'Hi' }, 'name'],
  ['a name beyond its length', { name: 'x'.repeat(61), text: 'Hi' }, 'name'],
  ['a name of two lines', { name: 'a\nb', text: 'Hi' }, 'name'],
  ['no text', { name: 'Empty', text: '\n ' }, 'text'],
  ['a text beyond its length', { name: 'Long', text: 'x'.repeat(MAX_MESSAGE_LENGTH + 1) }, 'text'],
  ['a placeholder that no list can have', { name: 'Unknown', text: 'Hi {First Name}' }, 'text'],
  ['an operator', { name: { $gt: '' }, text: 'Hi' }, 'name'],
])('a template with %s is refused', async (_, input, field) => {
  const user = await hark.newUser();
  expect(await call(user, 'create', input)).toMatchObject({ code: 'INVALID_INPUT', fields: [field] });
  expect(await namesOf(user)).toEqual([]);
});

test('a template may name columns that only some lists have', async () => {
  const user = await hark.newUser();
  await created(user, 'Own column', 'Your appointment is on {appointment_date|the day we agreed}.');
  expect(await namesOf(user)).toEqual(['Own column']);
});

test('of calls at once as many are stored as there is room for', async () => {
  const user = await hark.newUser();
  const nearlyAll = MAX_MESSAGE_TEMPLATES - 2;
  for (let n = 0; n < nearlyAll; n++) await created(user, `Template ${String(n)}`);
  const results = await Promise.all(
    Array.from({ length: 5 }, (_, n) => call(user, 'create', { name: `Late ${String(n)}`, text: 'Hi' })),
  );
  expect(results.map(({ code }) => code).sort()).toEqual([
    ...['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED', 'ok', 'ok'],
  ]);
  const [first] = (await listOf(user)).templates;
  await call(user, 'delete', { id: first?.id });
  await created(user, 'In the free slot');
  expect(await namesOf(user)).toHaveLength(MAX_MESSAGE_TEMPLATES);
});

test('two processes that take the same slot or name do not both store', async () => {
  const store = new TemplateStore(createTemplateModel(database));
  const template = { uid: 'u-1', text: 'Hi', changedAt: new Date() };
  const outcomes = await Promise.all([
    ...Array.from({ length: 4 }, (_, n) =>
      store.insert({ ...template, _id: `same-${String(n)}`, name: 'A' }),
    ),
    ...Array.from({ length: 4 }, (_, n) =>
      store.insert({ ...template, _id: `other-${String(n)}`, name: `B${String(n)}` }),
    ),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(5);
  expect((await store.ofUser('u-1')).map(({ slot }) => slot).sort()).toEqual([0, 1, 2, 3, 4]);
});

test('the message of the latest campaign is offered to its owner alone', async () => {
  const user = await newSubscriber(hark, 'Autumn');
  expect((await listOf(user)).last_message).toMatchObject({ campaign_name: user.campaignName });
  expect((await listOf(await hark.newUser())).last_message).toBeNull();
});

test('the templates of a closed account are erased, and none is stored afterwards', async () => {
  const user = await hark.newUser();
  await created(user, 'Reminder');
  const templates = () => database.collection('message_templates').countDocuments({ uid: user.uid });
  expect(await templates()).toBe(1);
  const proof = { email: user.email, password: 'correct horse' };
  expect((await user.client.post('/trpc/accountDeletion.request', proof)).status).toBe(200);
  await vi.waitFor(async () => expect(await templates()).toBe(0), { timeout: 20_000, interval: 200 });
  expect((await call(user, 'create', { name: 'Late', text: 'Hi' })).code).toBe('UNAUTHENTICATED');
  expect(await templates()).toBe(0);
});
