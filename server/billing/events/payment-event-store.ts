import type { Model } from 'mongoose';
import type { PaymentEvent } from '#server/providers/payments/port.ts';
import type { PaymentEventRecord, SweepRecord } from './payment-event-model.ts';

/** Which events were dealt with, and how far the sweep has come. */
export class PaymentEventStore {
  readonly #events: Model<PaymentEventRecord>;
  readonly #sweeps: Model<SweepRecord>;

  constructor(events: Model<PaymentEventRecord>, sweeps: Model<SweepRecord>) {
    this.#events = events;
    this.#sweeps = sweeps;
  }

  async isHandled(eventId: string): Promise<boolean> {
    return (await this.#events.exists({ _id: eventId })) !== null;
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
