import { expect, test } from 'vitest';
import type { AccountEventRecord } from './account-event-store.ts';
import { eventSections } from './export-events.ts';

const AT = new Date('2026-11-20T09:30:00Z');
const EVENT: AccountEventRecord = {
  _id: 'e1',
  uid: 'ana',
  type: 'api_key_created',
  at: AT,
  count: 1,
  userAgent: 'Firefox',
  networks: ['192.0.2.1', '192.0.2.2'],
  detail: { name: 'Zapier', scope: 'full' },
};

test('an export has each event of the history, to the last page', async () => {
  const asked: unknown[] = [];
  const page = (uid: string, { after, limit }: { after?: unknown; limit: number }) => {
    asked.push([uid, after]);
    const last = { ...EVENT, _id: 'e0', count: 3, userAgent: undefined, networks: [], detail: undefined };
    return Promise.resolve(after === undefined ? Array<AccountEventRecord>(limit).fill(EVENT) : [last]);
  };
  const [section] = eventSections({ page });
  const rows: unknown[] = [];
  for await (const row of section?.rows({ uid: 'ana', streamId: 's' }) ?? []) {
    expect(Object.keys(row).sort()).toEqual([...(section?.columns ?? [])].sort());
    rows.push(row);
  }
  const at = '2026-11-20T09:30:00.000Z';
  expect(rows[0]).toEqual({
    at,
    type: 'api_key_created',
    count: 1,
    browser: 'Firefox',
    networks: '192.0.2.1 192.0.2.2',
    detail: 'Zapier · full',
  });
  expect(rows.at(-1)).toEqual({
    at,
    type: 'api_key_created',
    count: 3,
    browser: null,
    networks: '',
    detail: '',
  });
  expect(asked).toEqual([
    ['ana', undefined],
    ['ana', { at: AT, key: 'e1' }],
  ]);
});
