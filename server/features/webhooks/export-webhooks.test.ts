import { expect, test } from 'vitest';
import { webhookSections } from './export-webhooks.ts';

type Deps = Parameters<typeof webhookSections>[0];

const AT = new Date('2027-01-12T15:00:00Z');
const account = { uid: 'u', streamId: 's' };

async function rowsOf(name: string, deps: object): Promise<Record<string, unknown>[]> {
  const found = webhookSections(deps as Deps).find((one) => one.name === name);
  const rows: Record<string, unknown>[] = [];
  for await (const row of found?.rows(account) ?? []) rows.push(row);
  for (const row of rows) expect(Object.keys(row)).toEqual(found?.columns);
  return rows;
}

const endpoint = {
  _id: 'e',
  url: 'https://x.example/',
  description: 'Ours',
  events: ['a', 'b'],
  createdAt: AT,
};
const endpoints = {
  ofUser: (uid: string) =>
    Promise.resolve(
      uid === 'u'
        ? [
            { ...endpoint, enabledAt: AT },
            { ...endpoint, _id: 'off' },
          ]
        : [],
    ),
};

test('the endpoints of an account are exported, those that are off too', async () => {
  const row = { id: 'e', url: 'https://x.example/', description: 'Ours', events: 'a b', enabled: true };
  expect(await rowsOf('webhooks', { endpoints })).toEqual([
    { ...row, created_at: AT.toISOString() },
    { ...row, id: 'off', enabled: false, created_at: AT.toISOString() },
  ]);
});

test('the deliveries to each endpoint are exported to the last page', async () => {
  const delivery = {
    _id: 'd',
    eventId: 'evt',
    type: 'credits.low',
    status: 'failed',
    attempts: 3,
    createdAt: AT,
  };
  const pages: unknown[] = [];
  const page = (id: string, range: { after?: unknown; limit: number }) => {
    pages.push([id, range.after]);
    const last = [{ ...delivery, deliveredAt: new Date(AT.getTime() + 1) }];
    return Promise.resolve(
      range.after === undefined && id === 'e' ? Array(range.limit).fill(delivery) : last,
    );
  };
  const rows = await rowsOf('webhook-deliveries', { endpoints, deliveries: { page } });
  const row = { webhook_id: 'e', event_id: 'evt', type: 'credits.low', status: 'failed', attempts: 3 };
  expect(rows[0]).toEqual({ ...row, created_at: AT.toISOString(), delivered_at: null });
  expect(rows.slice(-2)).toEqual(
    ['e', 'off'].map((webhook_id) => ({
      ...row,
      webhook_id,
      created_at: AT.toISOString(),
      delivered_at: '2027-01-12T15:00:00.001Z',
    })),
  );
  expect(pages).toEqual([
    ['e', undefined],
    ['e', { at: AT, key: 'd' }],
    ['off', undefined],
  ]);
});
