import { formatCount, formatDateTime } from '#shared/formats.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import type { WizardState } from './wizard-state.ts';

/** Says which scheduled campaign the wizard replaces; nothing for a new one. */
export function Replaces({ state: { replaces, step } }: { state: WizardState }) {
  if (replaces === null || step === 'intro' || step === 'success') return null;
  const { name, dropDate, contacts } = replaces;
  return (
    <Notice tone="info" title={`Replaces “${name}”`} className="mb-6">
      It calls {formatCount(contacts, 'person', 'people')} from {formatDateTime(dropDate)} UTC on, and stays
      as it is until you publish.
    </Notice>
  );
}

/** Says that the campaign of the first half is scheduled while that of the second is not. */
export function FirstHalf({ state: { first, step } }: { state: WizardState }) {
  if (first === null || step === 'success') return null;
  const { name, contacts } = first.campaign;
  return (
    <Notice tone="info" title={`“${name}” is scheduled with message 1`} className="mb-6">
      It calls {formatCount(contacts, 'person', 'people')} and stays as it is. Publishing again schedules
      message 2 for the others.
    </Notice>
  );
}
