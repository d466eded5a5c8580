import { expect, test } from 'vitest';
import { voiceSections } from './export-voices.ts';

test('an export has the voices of its account', async () => {
  const voice = {
    _id: 'v1',
    title: 'Ana',
    description: 'My voice',
    createdAt: new Date('2026-11-20T09:30:00Z'),
  };
  const [section] = voiceSections((uid) => Promise.resolve(uid === 'ana' ? [voice as never] : []));
  const rows: unknown[] = [];
  for await (const row of section?.rows({ uid: 'ana', streamId: 's' }) ?? []) rows.push(row);
  expect(rows).toEqual([
    { id: 'v1', title: 'Ana', description: 'My voice', created_at: '2026-11-20T09:30:00.000Z' },
  ]);
});
