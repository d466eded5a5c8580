import type { z } from 'zod';
import { successRate } from '#shared/formats.ts';
import type { aggregatesOutput } from '#shared/schemas/analytics.ts';
import type { DropStatistics } from '#server/drops/api.ts';

const DAY_MS = 86_400_000;

/** Returns a user's calls of the last `days` UTC days including today, oldest first; days without calls are zeros. */
export async function dayAggregates(
  statistics: Pick<DropStatistics, 'listDays'>,
  query: { userId: string; days: number; now: Date },
): Promise<z.infer<typeof aggregatesOutput>> {
  const { userId, days, now } = query;
  const keys = Array.from({ length: days }, (_, n) => utcDay(now.getTime() - (days - 1 - n) * DAY_MS));
  const counters = await statistics.listDays(userId, keys[0] ?? utcDay(now.getTime()), utcDay(now.getTime()));
  const byDay = new Map(counters.map((counter) => [counter.day, counter]));
  return Object.fromEntries(
    keys.map((key) => {
      const { delivered = 0, failed = 0 } = byDay.get(key) ?? {};
      return [
        key,
        {
          dropcowboy_total_calls: delivered + failed,
          call_sent_rate: successRate(delivered, delivered + failed),
        },
      ];
    }),
  );
}

function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
