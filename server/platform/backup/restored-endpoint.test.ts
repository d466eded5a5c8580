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
