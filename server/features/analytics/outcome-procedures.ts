import type { z } from 'zod';
import { callReasonText, CALL_REASON_KEYS, callRetry, callsToName } from '#shared/call-reasons.ts';
import { utcDay } from '#shared/drop-schedule.ts';
import { hoursInput, hoursOutput, MAX_HOURS_DAYS, type Outcomes } from '#shared/schemas/analytics.ts';
import { callReasonsOutput } from '#shared/schemas/call-reasons.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import type { HourCounts, ReasonCounts } from '#server/features/drops/api.ts';
import { invalidParameter } from '#server/platform/lib/errors.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import type { AnalyticsDeps, Statistics } from './analytics-deps.ts';

/** Returns the calls of a campaign by result and reason, from its counters. */
export async function outcomesOf(
  statistics: Pick<Statistics, 'countOutcomes'>,
  campaign: CampaignCounters,
): Promise<Outcomes> {
  const { id, total, delivered, failed, pending, outcomes } = campaign;
  const counts = outcomes ?? (await statistics.countOutcomes(id)) ?? {};
  const reasons = presentReasons(counts);
  const retryable = reasons.reduce((sum, reason) => sum + reason.retryable, 0) - callsToName(counts);
  return { total, delivered, failed, pending, retryable, reasons };
}

function presentReasons(counts: ReasonCounts): Outcomes['reasons'] {
  return CALL_REASON_KEYS.flatMap((code) => {
    const { calls = 0, retryable = 0 } = counts[code] ?? {};
    return calls > 0 ? [{ code, reason: callReasonText(code), count: calls, retryable }] : [];
  }).sort((one, other) => other.count - one.count);
}

/** The procedure that lists why calls can fail. */
export function reasonsProcedure() {
  const reasons = CALL_REASON_KEYS.map((code) => ({
    code,
    meaning: callReasonText(code),
    retry: callRetry(code),
  }));
  return protectedProcedure
    .meta({
      rest: {
        method: 'GET',
        path: '/api/call-reasons/',
        summary: 'The codes of why calls fail, and whether a retry makes such calls again',
      },
    })
    .output(callReasonsOutput)
    .query(() => ({ reasons }));
}

/** The procedure of the best hour and weekday. */
export function hoursProcedure({ statistics, clock }: AnalyticsDeps) {
  return protectedProcedure
    .meta({ cost: 'rows' })
    .input(hoursInput)
    .output(hoursOutput)
    .query(async ({ ctx, input: { from, to = utcDay(clock.now()) } }) => {
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days > MAX_HOURS_DAYS) throw invalidParameter('from', `at most ${String(MAX_HOURS_DAYS)} days`);
      const hours = days < 1 ? {} : await statistics.sumHours(ctx.user.uid, from, to);
      return { from, to, hours: presentHours(hours) };
    });
}

/** Returns calls by hour of the week in the order of the week, without hours that have none. */
export function presentHours(hours: HourCounts): z.infer<typeof hoursOutput>['hours'] {
  return Object.entries(hours)
    .map(([key, { delivered, failed }]) => {
      const [weekday = 0, hour = 0] = key.split('-').map(Number);
      return { weekday, hour, delivered, failed };
    })
    .filter(({ delivered, failed }) => delivered + failed > 0)
    .sort((one, other) => one.weekday - other.weekday || one.hour - other.hour);
}
