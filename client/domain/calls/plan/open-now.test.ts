import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openZones } from './open-now.tsx';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const opening = (zone: string, from: number, to: number, contacts: number) => ({
  zone,
  opens_at: at(from).toISOString(),
  closes_at: at(to).toISOString(),
  contacts,
});

test('those who can be called now are counted by zone until the first of them cannot', () => {
  const openings = [
    opening('America/New_York', 14, 22, 10),
    opening('America/New_York', 14, 20, 5),
    opening('America/Los_Angeles', 17, 23, 40),
    opening('America/Chicago', 19, 23, 90),
  ];
  expect(openZones({ openings }, at(17))).toEqual([
    { zone: 'America/Los_Angeles', contacts: 40, until: at(23) },
    { zone: 'America/New_York', contacts: 15, until: at(20) },
  ]);
});

test('at any moment exactly the contacts of the openings around it are counted', () => {
  const anyOpening = fc
    .record({
      zone: fc.constantFrom('America/New_York', 'America/Denver'),
      from: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 1, max: 10 }),
      contacts: fc.integer({ min: 1, max: 1_000 }),
    })
    .map(({ zone, from, length, contacts }) => opening(zone, from, from + length, contacts));
  fc.assert(
    fc.property(fc.array(anyOpening), fc.integer({ min: 0, max: 31 }), (openings, hour) => {
      const now = at(hour);
      const around = openings.filter(
        ({ opens_at: from, closes_at: to }) =>
          Date.parse(from) <= now.getTime() && now.getTime() < Date.parse(to),
      );
      const sum = (of: readonly { contacts: number }[]) =>
        of.reduce((all, { contacts }) => all + contacts, 0);
      expect(sum(openZones({ openings }, now))).toBe(sum(around));
    }),
  );
});
