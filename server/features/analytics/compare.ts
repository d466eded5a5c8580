import type { z } from 'zod';
import { daysIn, type Days } from '#shared/day-range.ts';
import { MAX_HOURS_DAYS } from '#shared/schemas/analytics.ts';
import { MAX_REASONS, type Compared, type compareInput } from '#shared/schemas/analytics-compare.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Statistics } from './analytics-deps.ts';
import { outcomesOf, presentHours } from './outcome-procedures.ts';

type Sources = Pick<
  Statistics,
  'findCampaign' | 'totalsOf' | 'failuresOf' | 'countOutcomes' | 'sumHours' | 'campaignHours'
>;

/**
 * Returns the counters of two campaigns or periods of a user. Throws `AppError` NOT_FOUND, with the name in its message, for a
 * campaign that the user does not have.
 */
export async function compare(
  statistics: Sources,
  userId: string,
  input: z.infer<typeof compareInput>,
): Promise<{ a: Compared; b: Compared }> {
  const [a, b] = await (input.kind === 'campaigns'
    ? Promise.all([campaignSide(statistics, userId, input.a), campaignSide(statistics, userId, input.b)])
    : Promise.all([periodSide(statistics, userId, input.a), periodSide(statistics, userId, input.b)]));
  return { a, b };
}

async function campaignSide(statistics: Sources, userId: string, reference: string): Promise<Compared> {
  const found = await statistics.findCampaign(userId, reference);
  if (found === undefined) throw new AppError('NOT_FOUND', `You have no campaign named “${reference}”.`);
  const { id, name, status, dropDate, startedAt, total, delivered, failed, pending, charged } = found;
  const time = (startedAt ?? dropDate).toISOString();
  const counts = { campaigns: 1, total, delivered, failed, pending, charged };
  const [{ reasons }, hours] = await Promise.all([
    outcomesOf(statistics, found),
    statistics.campaignHours(id),
  ]);
  const top = reasons.slice(0, MAX_REASONS).map(({ code: key, count: calls }) => ({ key, calls }));
  return { campaign: { id, name, status, time }, ...counts, reasons: top, hours: presentHours(hours) };
}

async function periodSide(statistics: Sources, userId: string, days: Days): Promise<Compared> {
  const { from, to } = days;
  const [sums, reasons, hours] = await Promise.all([
    statistics.totalsOf(userId, days),
    statistics.failuresOf(userId, days, MAX_REASONS),
    daysIn(days) > MAX_HOURS_DAYS ? null : statistics.sumHours(userId, from, to).then(presentHours),
  ]);
  const pending = sums.total - sums.delivered - sums.failed;
  return { campaign: null, ...sums, pending, reasons, hours };
}
