import type { Dispatch } from 'react';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { nearestColumns } from '#shared/contacts/columns/column-names.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import type { WizardAction, WizardModal } from '#client/features/campaigns/wizard/wizard-state.ts';
import { DownloadSample } from './download-sample.tsx';
import { errorText } from './error-table.ts';

interface HeaderErrorsModalProps {
  modal: WizardModal & { kind: 'header' };
  campaignName: string;
  dispatch: Dispatch<WizardAction>;
  onClose: () => void;
}

/** Wrong headers: the required columns that are missing, each with the nearest one of the file. */
export function HeaderErrorsModal({ modal, campaignName, dispatch, onClose }: HeaderErrorsModalProps) {
  const { errors, header } = modal;
  const missing = missingColumns(header.names);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invalid headers"
      description="Invalid CSV headers. Please use sample."
      footer={
        <>
          <DownloadSample campaignName={campaignName} variant="secondary" />
          {header.names.length > 0 && (
            <Button
              variant="primary"
              onClick={() => {
                dispatch({ type: 'matchingOpened' });
              }}
            >
              Match columns
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm text-ink-2">{errorText(errors, 0)}</p>
      {missing.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-control border border-line bg-sunken text-sm">
          {missing.map(({ name, nearest }) => (
            <li key={name} className="px-4 py-2 wrap-break-word">
              <strong className="font-medium">{name}</strong>:{' '}
              {nearest === undefined ? 'not in the file' : `did you mean “${nearest}”?`}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Returns the required columns that a header does not have, and the name that is nearest to each. */
function missingColumns(names: readonly string[]): { name: string; nearest: string | undefined }[] {
  const written = new Set(names.map((name) => name.toLowerCase()));
  const nearest = nearestColumns(names);
  return CONTACT_COLUMNS.flatMap(({ header, required }, column) => {
    if (!required || written.has(header.toLowerCase())) return [];
    return [{ name: header, nearest: names[nearest[column] ?? -1] }];
  });
}
