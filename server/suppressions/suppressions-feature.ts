import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Subscriptions } from './add-numbers.ts';
import { createSuppressionModel, SuppressionStore } from './suppression-store.ts';
import { createSuppressionsRouter } from './suppressions-router.ts';

/** Numbers that a carrier reported as do-not-call, with the campaign that called them. */
interface ReportedNumbers {
  userId: string;
  campaignName: string;
  phones: readonly string[];
}

/** Creates users' do-not-call lists: procedures for the UI, and the list for the drop engine. */
export function createSuppressionsFeature({
  connection,
  clock,
  subscriptions,
}: {
  connection: Connection;
  clock: Clock;
  subscriptions: Subscriptions;
}) {
  const model = createSuppressionModel(connection);
  const store = new SuppressionStore(model);
  return {
    router: createSuppressionsRouter({ store, clock, subscriptions }),
    /** Implements the port `DoNotCallList` of drops. */
    doNotCall: {
      among: (userId: string, phones: readonly string[]) => store.among(userId, phones),
      async addReported({ userId, campaignName, phones }: ReportedNumbers): Promise<void> {
        const at = clock.now();
        await store.add(
          phones.map((phone) => ({ userId, phone, source: 'carrier report' as const, campaignName, at })),
        );
      },
    },
    models: [model] as const,
  };
}
