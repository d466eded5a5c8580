import { deserialize, serialize } from 'bson';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { restoredEndpoint } from './restored-endpoint.ts';

const NOW = new Date('2026-11-29T08:00:00Z');
/** The sequence of an endpoint as the driver reads it while numbers keep their types. */
const restored = (sequence: number | undefined, now: Date) => {
  const endpoint = { _id: 'e1', ...(sequence !== undefined && { sequence }) };
  const stored = deserialize(serialize(endpoint), { promoteValues: false }) as Record<string, unknown>;
  const read = deserialize(serialize(restoredEndpoint(stored, { now }))) as {
    _id: string;
    sequence: number;
  };
  expect(read._id).toBe('e1');
  return read.sequence;
};

test('the next event has a number above all of before, however many there were since the backup', () => {
  const counts = fc.nat({ max: 1_000_000_000 });
  fc.assert(
    fc.property(fc.option(counts, { nil: undefined }), counts, (atBackup, since) => {
      const first = restored(atBackup, NOW);
      expect(Number.isSafeInteger(first)).toBe(true);
      expect(first).toBeGreaterThanOrEqual((atBackup ?? 0) + since);
    }),
  );
});

test('so it is after a second restore, of a backup from before or after the first', () => {
  const later = new Date(NOW.getTime() + 3_600_000);
  const first = restored(12, NOW);
  const seen = first + 100_000;
  for (const atBackup of [12, first, seen]) expect(restored(atBackup, later)).toBeGreaterThan(seen);
});

test('a number that is above the time already stays', () => {
  const above = NOW.getTime() + 5;
  expect(restored(above, NOW)).toBe(above);
});

const read = (stored: Record<string, unknown>) =>
  restoredEndpoint(deserialize(serialize(stored), { promoteValues: false }), { now: NOW });

test('one that was on is off, and was on until now: what waits is sent once its owner switches it on', () => {
  const [before, enabledAt] = [new Date('2026-10-01'), new Date('2026-11-01')];
  const earlier = [{ from: before, until: new Date('2026-10-02') }];
  const off = { disabledAt: NOW, disabledReason: 'owner', sequence: NOW.getTime() };
  expect(read({ _id: 'e1', url: 'https://x.example', enabledAt })).toEqual({
    _id: 'e1',
    url: 'https://x.example',
    ...off,
    earlier: [{ from: enabledAt, until: NOW }],
  });
  expect(read({ _id: 'e1', enabledAt, earlier })).toMatchObject({
    earlier: [...earlier, { from: enabledAt, until: NOW }],
  });
});

test('one that was off stays as it was', () => {
  const off = { _id: 'e1', disabledAt: new Date('2026-11-01'), disabledReason: 'gone' };
  expect(read(off)).toEqual({ ...off, sequence: NOW.getTime() });
});
