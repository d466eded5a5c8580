import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import type { Subscriptions } from './add-numbers.ts';
import { createSuppressionModel } from './suppression-model.ts';
import { SuppressionStore } from './suppression-store.ts';
import { createSuppressionsRouter } from './suppressions-router.ts';

/** What a carrier reported: numbers that one campaign of a user must not have called. */
interface ReportedNumbers {
  userId: string;
  campaignName: string;
  phones: readonly string[];
}

/** Do-not-call lists: the numbers that a user's campaigns never call, as people and as the drop engine use them. */
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
    /** The list as the drop engine uses it (its port `DoNotCallList`). */
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
