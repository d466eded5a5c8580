import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Subscriptions } from '#server/billing/api.ts';
import type { DoNotCallList } from './api.ts';
import { createSuppressionModel, SuppressionStore } from './suppression-store.ts';
import { createSuppressionsRouter } from './suppressions-router.ts';

/** Creates users' do-not-call lists: procedures for the UI, and the list for the drop engine. */
export function createSuppressionsFeature({
  connection,
  clock,
  subscriptions,
}: {
  connection: Connection;
  clock: Clock;
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue'>;
}) {
  const model = createSuppressionModel(connection);
  const store = new SuppressionStore(model);
  const doNotCall: DoNotCallList = {
    among: (userId, phones) => store.among(userId, phones),
    async addReported({ userId, campaignName, phones }) {
      const at = clock.now();
      await store.add(phones.map((phone) => ({ userId, phone, source: 'carrier report', campaignName, at })));
    },
  };
  return {
    router: createSuppressionsRouter({ store, clock, subscriptions }),
    doNotCall,
    /** Returns part of the list of a user, latest first. */
    page: store.page.bind(store),
    /** Erases the list of a user. */
    erase: (userId: string) => store.erase(userId),
    models: [model] as const,
  };
}
