import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyOf, eventsOf, MAX_BODY_BYTES, type Occurrence } from './event-body.ts';

const call = fc.record({ first_name: fc.string({ unit: 'binary', maxLength: 500 }), id: fc.uuid() });
const FACT = { uid: 'u', type: 'call.failed' as const, campaignId: 'c' };
const dataOf = (calls: readonly unknown[]) =>
  ({ campaign_id: 'c', campaign_name: 'Ünïcode "quoted"', calls }) as never;
const eventsOfCalls = (items: readonly unknown[]) =>
  eventsOf({ ...FACT, key: ['c', '1', '0'], items, dataOf });
const callsOf = ({ payload }: Occurrence) => (payload.data as unknown as { calls: unknown[] }).calls;
const bytesOf = ({ payload }: Occurrence) =>
  Buffer.byteLength(bodyOf(payload, new Date('2026-11-29T12:00:00.123Z'), Number.MAX_SAFE_INTEGER));

test('events have all calls once in their order, in as few bodies below the limit as their order allows', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 100 }), (calls) => {
      const events = eventsOfCalls(calls);
      expect(events.flatMap(callsOf)).toEqual(calls);
      expect(events.every((event) => bytesOf(event) < MAX_BODY_BYTES)).toBe(true);
      expect(new Set(events.map(({ payload }) => payload.id)).size).toBe(events.length);
      expect(eventsOfCalls(calls)).toEqual(events);
      for (const [index, event] of events.entries()) {
        const [next] = callsOf(events[index + 1] ?? event);
        if (index === events.length - 1) continue;
        // Where one more had fitted, the part ended too early.
        const longer = { ...event.payload, data: dataOf([...callsOf(event), next]) };
        expect(bytesOf({ payload: longer })).toBeGreaterThanOrEqual(MAX_BODY_BYTES);
      }
    }),
    { numRuns: 60 },
  );
});

test('a call that alone is larger than the limit is an event of its own', () => {
  const large = { id: '1', first_name: 'x'.repeat(MAX_BODY_BYTES) };
  const events = eventsOfCalls([{ id: '0' }, large, { id: '2' }]);
  expect(events.map((event) => callsOf(event).length)).toEqual([1, 1, 1]);
});

test('the last event has the id that the event of all calls has, and the others say that it includes them', () => {
  const few = eventsOfCalls([{ id: '0' }]);
  const many = eventsOfCalls(Array.from({ length: 9 }, () => ({ first_name: 'x'.repeat(8_000) })));
  expect(many.length).toBeGreaterThan(3);
  const whole = few[0]?.payload.id;
  expect(many.at(-1)).toMatchObject({ payload: { id: whole } });
  expect(many.map(({ within }) => within)).toEqual([...many.slice(1).map(() => whole), undefined]);
});
