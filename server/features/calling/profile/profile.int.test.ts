import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const CONSENT = { basis: 'Prior express written consent', obtained_at: '2025-03-01', source: 'Order form' };

describe('the calling profile', () => {
  let hark: TestHark;
  beforeAll(async () => {
    hark = await startHark();
  });
  afterAll(() => hark.stop());

  type User = Awaited<ReturnType<TestHark['newUser']>>;
  const read = async ({ client }: User) => (await client.get('/api/calling-profile/')).body;
  const change = ({ client }: User, body: object) => client.put('/api/calling-profile/', body);
  const name = (user: User, company_name: string) => user.client.put(`/users/${user.uid}/`, { company_name });

  it('has the business name, the default limit, and a stop page that keeps its name', async () => {
    const client = hark.newClient();
    const email = 'omer@example.com';
    const account = {
      email,
      password: 'correct horse',
      display_name: 'Ömer',
      company_name: 'Café Ömer & Sons',
    };
    const { body } = await client.post('/register/', account);
    const user = { client, email, uid: (body['user_data'] as { uid: string }).uid };
    const profiles = await Promise.all(Array.from({ length: 5 }, () => read(user)));
    expect(profiles[0]).toMatchObject({
      business_name: 'Café Ömer & Sons',
      callback_number: null,
      call_limit: { calls: 1_000, days: 7 },
      message_rules: 'advised',
      test_phone: null,
      stop_path: expect.stringMatching(/^\/stop\/cafe-omer-sons-[a-z0-9]{8}$/) as string,
    });
    await name(user, 'Another name');
    const stopPath = (await read(user))['stop_path'];
    expect(new Set([...profiles.map((profile) => profile['stop_path']), stopPath]).size).toBe(1);
  });

  it('has the legal sentences of messages, in words of the user or the usual ones', async () => {
    const [user, other] = [await hark.newUser(), await hark.newUser()];
    expect((await read(user))['signature']).toBeNull();
    const signature = 'You have reached {business}. Ring {number}, also to stop these calls.';
    expect((await change(user, { signature: `  ${signature} ` })).body['signature']).toBe(signature);
    for (const wrong of ['', 'Hi {first_name}', '{business|us}', 'a\nb', 'x'.repeat(301), { $gt: '' }])
      expect([wrong, (await change(user, { signature: wrong })).status]).toEqual([wrong, 400]);
    await change(user, { callback_number: '2025550143' });
    expect(await read(user)).toMatchObject({ signature, callback_number: '12025550143' });
    expect((await read(other))['signature']).toBeNull();
    expect((await change(user, { signature: null })).body['signature']).toBeNull();
  });

  it('is changed field by field, and each change is in the history', async () => {
    const [user, other] = [await hark.newUser(), await hark.newUser()];
    await change(user, { default_consent: null });
    expect((await change(user, { callback_number: '(202) 555-0143' })).body).toMatchObject({
      callback_number: '12025550143',
      default_consent: null,
    });
    expect((await change(user, { default_consent: CONSENT })).status).toBe(200);
    const changed = await change(user, { call_limit: { calls: 2, days: 14 } });
    expect(changed.body).toMatchObject({
      callback_number: '12025550143',
      default_consent: { ...CONSENT, basis: 'written_consent', own_words: null },
      call_limit: { calls: 2, days: 14 },
    });
    expect(await read(other)).toMatchObject({ callback_number: null, call_limit: { calls: 1_000, days: 7 } });
    await change(user, { default_consent: CONSENT });
    const { body } = await user.client.get('/trpc/accountEvents.list?input={}');
    const { events } = (body['result'] as { data: { events: { type: string; detail: string }[] } }).data;
    const settings = events.filter(({ type }) => type === 'calling_settings_changed');
    expect(
      settings
        .map(({ detail }) => detail)
        .reverse()
        .slice(-3),
    ).toEqual(['Number to call back', 'Consent of new lists', 'Limit of calls to a number']);
    expect((await change(user, { callback_number: null })).body['callback_number']).toBeNull();
  });

  it.each(['Members of our club', 'constructor'])('keeps a purpose in own words: %s', async (basis) => {
    const user = await hark.newUser();
    const { body } = await change(user, { default_consent: { ...CONSENT, basis } });
    const own = { basis: 'other', own_words: basis };
    expect(body['default_consent']).toMatchObject(own);
    const again = await change(user, { default_consent: body['default_consent'] });
    expect(again.body['default_consent']).toMatchObject(own);
  });

  it.each([
    [{ callback_number: '555-0143' }, 'callback_number'],
    [{ call_limit: { calls: 0, days: 7 } }, 'call_limit.calls'],
    [{ call_limit: { calls: 3, days: 31 } }, 'call_limit.days'],
    [{ default_consent: { ...CONSENT, basis: ' ' } }, 'default_consent.basis'],
    [{ default_consent: { ...CONSENT, basis: 'other' } }, 'default_consent.basis'],
    [{ default_consent: { basis: 'emergency' } }, 'default_consent.obtained_at'],
    [{ default_consent: { ...CONSENT, obtained_at: '2025-02-30' } }, 'default_consent.obtained_at'],
    [{ default_consent: { ...CONSENT, obtained_at: '2999-01-01' } }, 'default_consent.obtained_at'],
    [{ default_consent: { ...CONSENT, source: '' } }, 'default_consent.source'],
  ])('refuses %j', async (body, field) => {
    const user = await hark.newUser();
    const refused = await change(user, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body['fields'] as object)).toContain(field);
  });
});
