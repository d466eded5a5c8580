import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { sizeOfFirst } from '#client/features/campaigns/calling/second-half.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { Moment } from '#client/ui/display/moment.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import type { WizardState } from './wizard-state.ts';

/** Says which scheduled campaign the wizard replaces; nothing for a new one. */
export function Replaces({ state: { replaces, step } }: { state: WizardState }) {
  if (replaces === null || step === 'intro' || step === 'success') return null;
  const { name, dropDate, contacts } = replaces;
  return (
    <Notice tone="info" title={`Replaces “${name}”`} className="mb-6">
      It calls {formatCount(contacts, 'person', 'people')} from <Moment at={dropDate} /> on, and stays as it
      is until you publish.
    </Notice>
  );
}

interface FirstHalfProps {
  state: WizardState;
  checked: CheckListOutput | undefined;
}

/** Says that the campaign of the first half is scheduled while that of the second is not, and whether of another list. */
export function FirstHalf({ state: { first, step, upload }, checked }: FirstHalfProps) {
  if (first === null || step === 'success') return null;
  const { name, contacts } = first.campaign;
  const before = sizeOfFirst(first);
  const now = checked === undefined ? contactCount(upload) : checked.contacts + checked.left_out_total;
  const isOther = now !== null && now !== before;
  return (
    <Notice
      tone={isOther ? 'waiting' : 'info'}
      title={`“${name}” is scheduled with message 1`}
      className="mb-6"
    >
      It calls {formatCount(contacts, 'person', 'people')} and stays as it is. Publishing again schedules
      message 2 for the others.
      {isOther &&
        ` Its list had ${formatCount(before, 'contact')}, and this one has ${formatNumber(now)}: nobody calls those of its half who were not on it. To call all of them, delete “${name}” and publish both messages again.`}
    </Notice>
  );
}
