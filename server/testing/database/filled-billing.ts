import type { mongo } from 'mongoose';
import { halfOf } from './known-ids.ts';

const HOUR_MS = 3_600_000;

/** Returns refund step number `i`, two of an invoice. `at` adds milliseconds to the time of the test. */
export function refundStep(i: number, at: (offset: number) => Date): mongo.Document {
  return {
    _id: `in-${String(Math.floor(i / 2))}:${String((i % 2) + 1)}`,
    invoiceId: `in-${String(Math.floor(i / 2))}`,
    n: (i % 2) + 1,
    uid: halfOf(i, 'u'),
    streamId: halfOf(i, 's'),
    kind: 'refund',
    sourceId: `re-${String(i)}`,
    before: 0,
    after: 1,
    credits: -1,
    reason: 'r',
    at: at(-HOUR_MS),
    doneAt: at(-HOUR_MS),
  };
}

/** Returns the credit reminder of user `i`; every second one is on. */
export function creditAlert(i: number): mongo.Document {
  return {
    _id: `u-${String(i)}`,
    streamId: `s-${String(i)}`,
    ...(i % 2 === 0 && { threshold: 5_000 }),
    armed: true,
    n: 1,
    version: 1,
  };
}

/** Returns billing mail number `i`, five of a user; few are due. */
export function billingMail(i: number, at: (offset: number) => Date): mongo.Document {
  return {
    _id: `granted:in-${String(i)}`,
    uid: `u-${String(Math.floor(i / 5))}`,
    notice: { kind: 'plan_renewed', invoiceId: `in-${String(i)}` },
    at: at(-HOUR_MS),
    ...(i % 1_000 === 0 && { dueAt: at(-HOUR_MS) }),
  };
}
