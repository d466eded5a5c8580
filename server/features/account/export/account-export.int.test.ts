import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ExportOverview } from '#shared/schemas/account/account-export.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/http/webhook-receiver.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';
import { readZip } from './testing/read-zip.ts';

let hark: TestHark;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [hark, receiver] = await Promise.all([startHark(), startWebhookReceiver()]);
});
afterAll(async () => {
  await hark.stop();
  await receiver.close();
});

type User = Pick<Subscriber, 'client' | 'email' | 'uid'>;

async function trpc(user: User, procedure: string, input: object = {}) {
  const { status, body } = await user.client.post(`/trpc/${procedure}`, input);
  return { status, data: (body['result'] as { data: unknown } | undefined)?.data };
}

async function overview(user: User): Promise<ExportOverview> {
  const { body } = await user.client.get('/trpc/accountExport.overview');
  return (body['result'] as { data: ExportOverview }).data;
}

/** Waits until the file of a user is ready; returns its id. */
const readyExport = (user: User) =>
  vi.waitFor(
    async () => {
      const { latest } = await overview(user);
      expect(latest?.status).toBe('ready');
      return latest?.id ?? '';
    },
    { timeout: 20_000, interval: 100 },
  );

/** A change of a draft. */
const UNFINISHED = {
  base: null,
  tab: 'tab',
  edit: 1,
  content: {
    step: 1,
    publishKey: null,
    savedAt: 1,
    form: {
      name: 'Spring',
      description: '',
      message: '',
      startDate: null,
      endDate: null,
      campaignTime: '16:00',
      voiceId: null,
    },
  },
};

test('an export holds everything of its owner and nothing of others, and is given to the owner alone', async () => {
  const [user, other] = await Promise.all([newSubscriber(hark, '=1+1'), newSubscriber(hark, 'Theirs')]);
  const { key } = (
    await trpc(user, 'apiKeys.create', { name: 'Zapier', scope: 'full', expires_in_days: null })
  ).data as { key: string };
  await trpc(user, 'auth.setMailChoice', { mail: 'card_expiring', on: false });
  await trpc(user, 'suppressions.add', { phone: '2025550143' });
  await trpc(user, 'suppressions.add', { phone: '2025550144' });
  await trpc(user, 'suppressions.remove', { phone: '2025550144', reason: 'Agreed again' });
  await trpc(user, 'optOuts.renewWebhookSecret');
  await trpc(other, 'suppressions.add', { phone: '2025550199' });
  const contacts = ['12025550143', '12025550145'].map((recommended_phone) => ({
    id: recommended_phone,
    first_name: 'Ann',
    last_name: 'Lee',
    phone_number: recommended_phone,
    recommended_phone,
  }));
  expect((await trpc(user, 'campaigns.addContacts', { campaign: user.campaignId, contacts })).status).toBe(
    200,
  );
  expect((await trpc(user, 'contactLists.create', { name: 'Leads', contacts })).status).toBe(200);
  expect((await trpc(user, 'campaigns.drafts.save', UNFINISHED)).status).toBe(200);
  expect((await trpc(user, 'messageTemplates.create', { name: '=Reminder', text: 'Hi' })).status).toBe(200);
  const { webhook, secret } = (
    await trpc(user, 'webhooks.create', { url: receiver.url(), events: ['suppression.added'] })
  ).data as { webhook: { id: string }; secret: string };
  expect((await trpc(user, 'webhooks.sendTest', { id: webhook.id })).status).toBe(200);
  const { paymentMethodId } = user;
  const automatic = { threshold: 1, credits: 5_000, max_per_month: 1, paymentMethodId };
  expect((await trpc(user, 'billing.turnOnAutoPurchase', automatic)).status).toBe(200);
  expect((await trpc(user, 'accountExport.request')).status).toBe(200);
  const id = await readyExport(user);

  expect((await trpc(other, 'accountExport.download', { id })).status).toBe(404);
  expect((await trpc(user, 'accountExport.download', { id: { $gt: '' } })).status).toBe(400);
  const byKey = await fetch(`${hark.baseUrl}/trpc/accountExport.download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  expect(byKey.status).toBe(403);
  const { url } = (await trpc(user, 'accountExport.download', { id })).data as { url: string };
  expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  const files = await readZip(Buffer.from(await (await fetch(url)).arrayBuffer()));

  const tables = [
    ...['profile', 'mails-turned-off', 'calling-profile', 'voices', 'api-keys', 'devices', 'account-history'],
    ...['do-not-call', 'do-not-call-removals', 'opt-out-webhook', 'webhooks', 'webhook-deliveries'],
    ...[
      'campaigns',
      'unfinished-campaign',
      'message-templates',
      'consents',
      'contacts',
      'left-out-contacts',
      'contact-lists',
      'list-contacts',
      'credits',
      'invoices',
      'invoice-details',
      'automatic-purchase',
    ],
  ];
  const expected = [
    ...tables.flatMap((name) => [`${name}.csv`, `${name}.json`]),
    `voices/${user.voiceId}.mp3`,
  ];
  expect([...files.keys()].sort()).toEqual(expected.sort());
  for (const name of tables) {
    const rows = JSON.parse(String(files.get(`${name}.json`))) as object[];
    expect([name, rows.length > 0]).toEqual([name, true]);
    const [head = '', ...lines] = String(files.get(`${name}.csv`))
      .trim()
      .split('\r\n');
    expect([name, head.replace('\uFEFF', '').split(',')]).toEqual([name, Object.keys(rows[0] ?? {})]);
    expect([name, lines.length]).toEqual([name, rows.length]);
  }
  expect(String(files.get('campaigns.csv'))).toContain(`'=1+1`);
  expect(String(files.get('contacts.json'))).toContain('12122000100');
  expect(files.get(`voices/${user.voiceId}.mp3`)?.length).toBeGreaterThan(1000);
  const text = [...files.values()].map(String).join('\n');
  expect(text).toContain('2025550143');
  for (const hidden of [
    key,
    secret,
    other.email,
    other.uid,
    other.campaignId,
    other.voiceId,
    '2025550199',
    'Theirs',
  ])
    expect(text).not.toContain(hidden);

  const outbox = await fetch(`${hark.baseUrl}/local/outbox`, { headers: { accept: 'application/json' } });
  const mails = ((await outbox.json()) as { to: string; subject: string; links: string[] }[]).filter(
    ({ to, subject }) => to === user.email && subject === 'Your Hark data is ready',
  );
  expect(mails.map(({ links }) => links)).toEqual([[`${hark.baseUrl}/profile/data`]]);
}, 60_000);

test('one export is made at a time, and three a day', async () => {
  const user = await hark.newUser();
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => trpc(user, 'accountExport.request')));
  const made = atOnce.filter(({ status }) => status === 200).length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThanOrEqual(3);
  for (let n = made; n < 3; n += 1) {
    await readyExport(user);
    expect((await trpc(user, 'accountExport.request')).status).toBe(200);
  }
  await readyExport(user);
  expect((await trpc(user, 'accountExport.request')).status).toBe(429);
  expect(await overview(user)).toMatchObject({ remaining: 0 });
});
