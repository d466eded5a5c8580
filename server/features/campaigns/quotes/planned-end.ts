import type { WindowCount } from '#shared/schemas/calling/calling-plan.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { isTooManyPlaces, plannedHours } from './plan-calls.ts';

type Deps = Pick<CampaignsDeps, 'plannedEnd' | 'contacts'>;
type Schedule = Pick<CampaignDocument, 'dropDate' | 'callingHours' | 'lastDay' | 'dropsPerMinute'>;

/** A campaign is stored for any number of requests: an estimate takes about 50 ms at most. */
const MAX_PLACES = 2_000;

/** Estimates when the last of these contacts is called; null where nobody can say. */
export function plannedEndOf(
  deps: Pick<Deps, 'plannedEnd'>,
  schedule: Schedule,
  classes: readonly WindowCount[],
): Date | null {
  if (isTooManyPlaces(classes, MAX_PLACES)) return null;
  return deps.plannedEnd({ ...plannedHours(schedule), classes, dropDate: schedule.dropDate }) ?? null;
}

/** The same for the contacts that a campaign has; reads their index. */
export async function storedPlannedEnd(
  deps: Deps,
  campaignId: string,
  schedule: Schedule,
): Promise<Date | null> {
  return plannedEndOf(deps, schedule, await deps.contacts.countWindows(campaignId));
}
