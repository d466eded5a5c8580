import { Schema } from 'mongoose';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** A mail to the owner that is not sent yet, with the amounts at the time of the event. */
export interface Notice {
  /** The same on every attempt, so that mail servers can drop duplicates. */
  id: string;
  /** `not retried`: automatic retries that were refused, and are off. */
  kind: 'finished' | 'paused' | 'not retried';
  reason?: string | undefined;
  delivered: number;
  total: number;
  /** Credits charged for delivered calls; `rest` was released (finished) or is still held (paused). */
  charged: number;
  rest: number;
  /** When the event happened, and when the mail is attempted next. */
  since: Date;
  dueAt: Date;
  tries: number;
}

/** The notice in the schema of a campaign. */
export const noticeFields = new Schema<Notice>(
  {
    id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['finished', 'paused', 'not retried'] },
    reason: String,
    delivered: { type: Number, required: true },
    total: { type: Number, required: true },
    charged: { type: Number, required: true },
    rest: { type: Number, required: true },
    since: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    tries: { type: Number, required: true },
  },
  { _id: false },
);

/** The counters of a campaign that a mail states. */
interface Counters {
  delivered: number;
  total: number;
  charged: number;
  held: number;
}

/** Returns the mail notice for an event; it replaces an earlier notice that is not sent yet. */
export function noticeOf(
  { delivered, total, charged, held }: Counters,
  kind: Notice['kind'],
  now: Date,
  reason?: string,
): Notice {
  const due = { since: now, dueAt: now, tries: 0 };
  return {
    id: newId(),
    kind,
    ...(reason !== undefined && { reason }),
    delivered,
    total,
    charged,
    rest: held,
    ...due,
  };
}
