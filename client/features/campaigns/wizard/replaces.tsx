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
