import { Schema, type Connection, type Model } from 'mongoose';
import { DAY_SECONDS } from '#shared/time-units.ts';
import type { PaymentEvent } from '#server/providers/payments/port.ts';

/** The provider lists events for 30 days; the sweep looks back no further. */
export const EVENT_DAYS = 30;

/** A handled event of the payment provider. */
export interface PaymentEventRecord {
  _id: string;
  type: string;
  handledAt: Date;
}

/** Progress of the sweep: all events before `sweptUntil` are handled. */
export interface SweepRecord {
  _id: 'payments';
  sweptUntil: Date;
}

export function createPaymentEventModel(connection: Connection): Model<PaymentEventRecord> {
  const schema = new Schema<PaymentEventRecord>(
    { _id: String, type: { type: String, required: true }, handledAt: { type: Date, required: true } },
    { collection: 'billing_events', autoIndex: false, versionKey: false },
  );
  schema.index({ handledAt: 1 }, { expireAfterSeconds: 2 * EVENT_DAYS * DAY_SECONDS });
  return connection.model<PaymentEventRecord>('BillingEvent', schema);
}

export function createSweepModel(connection: Connection): Model<SweepRecord> {
  const schema = new Schema<SweepRecord>(
    { _id: String, sweptUntil: { type: Date, required: true } },
    { collection: 'billing_sweeps', autoIndex: false, versionKey: false },
  );
  return connection.model<SweepRecord>('BillingSweep', schema);
}

/** Stores the handled events and the progress of the sweep. */
export class PaymentEventStore {
  readonly #events: Model<PaymentEventRecord>;
  readonly #sweeps: Model<SweepRecord>;

  constructor(events: Model<PaymentEventRecord>, sweeps: Model<SweepRecord>) {
    this.#events = events;
    this.#sweeps = sweeps;
  }

  /** Returns those of some events that are not handled, in their order. */
  async unhandled(events: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
    const handled = await this.#events.find({ _id: { $in: events.map(({ id }) => id) } }, { _id: 1 }).lean();
    const ids = new Set(handled.map(({ _id }) => _id));
    return events.filter(({ id }) => !ids.has(id));
  }

  async markHandled({ id, type }: PaymentEvent, handledAt: Date): Promise<void> {
    await this.#events.updateOne({ _id: id }, { $setOnInsert: { type, handledAt } }, { upsert: true });
  }

  async sweptUntil(): Promise<Date | undefined> {
    return (await this.#sweeps.findById('payments').lean())?.sweptUntil;
  }

  async saveSweptUntil(until: Date): Promise<void> {
    await this.#sweeps.updateOne({ _id: 'payments' }, { $max: { sweptUntil: until } }, { upsert: true });
  }
}
