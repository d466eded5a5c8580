import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import type { Split } from '#shared/schemas/campaigns/split.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { shareOf } from '#client/features/campaigns/wizard/wizard-form.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

type OfFirst = Pick<WizardState, 'first' | 'upload'>;

/** Returns the half of the list that is to be scheduled: once the first is, the second; null where that is all of the list. */
export function splitOf({ first, replaces }: Pick<WizardState, 'first' | 'replaces'>): Split | null {
  return first === null ? (replaces?.split ?? null) : { test: first.test, part: 2 };
}

/** Returns how many calls are allowed of what is to be scheduled; null where that is all. */
export function maxCallsOf({ first, form }: Pick<WizardState, 'first' | 'form'>): number | null {
  return first === null ? form.maxCalls : shareOf(form.maxCalls, 2);
}

/** Returns how many will be called of what is to be scheduled, by a check of its list if there is one; null while unknown. */
export function callsOf(
  state: OfFirst & Pick<WizardState, 'form'>,
  checked: CheckListOutput | undefined,
): number | null {
  const { first, upload } = state;
  const listed = first === null ? contactCount(upload) : othersOf(first);
  const count = checked?.contacts ?? listed;
  return count === null ? null : Math.min(count, maxCallsOf(state) ?? count);
}

/** Returns how many contacts the list of the first half had. */
export function sizeOfFirst({ campaign }: NonNullable<WizardState['first']>): number {
  return campaign.skipped.reduce((sum, { count }) => sum + count, campaign.contacts);
}

/** Whether the contacts are those of a first half that is scheduled, as far as their number says: then they stay. */
export function hasListOfFirst({ first, upload }: OfFirst): boolean {
  return (
    first !== null &&
    (upload.status === 'list' || upload.status === 'ready') &&
    contactCount(upload) === sizeOfFirst(first)
  );
}

function othersOf({ campaign }: NonNullable<WizardState['first']>): number {
  return campaign.skipped.find(({ reason }) => reason === 'other half')?.count ?? 0;
}
