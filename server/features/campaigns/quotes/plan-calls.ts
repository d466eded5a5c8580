import type { z } from 'zod';
import { isWindowKey, placesOfWindow } from '#shared/calling/zones-of-window.ts';
import { resolveDropDate } from '#shared/drop-schedule.ts';
import type { CallingPlan, callingPlanInput } from '#shared/schemas/calling/calling-plan.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';

/** Places of all classes together, which bound the work of a plan. A class of a real list has 9 on average, at most 40. */
const MAX_PLACES = 30_000;

/**
 * Plans when a list can be called, from the classes that a check of the list returned. Throws INVALID_INPUT, naming the
 * field, for classes that no check returns and for a bad drop date.
 */
export function planList(
  deps: Pick<CampaignsDeps, 'planCalls' | 'clock'>,
  { classes, calling_hours, drop_date, calls_per_minute }: z.infer<typeof callingPlanInput>,
): CallingPlan {
  if (!classes.every(({ window }) => isWindowKey(window)))
    throw invalidField('classes', 'A class names an unknown time zone or state');
  const places = classes.reduce((sum, { window }) => sum + placesOfWindow(window), 0);
  if (places > MAX_PLACES) throw invalidField('classes', 'The list has contacts in too many places');
  const drop = resolveDropDate(drop_date ?? undefined, deps.clock.now());
  if (!drop.ok) throw invalidField('drop_date', drop.message);
  return deps.planCalls({ classes, hours: calling_hours, dropDate: drop.date, pace: calls_per_minute });
}
