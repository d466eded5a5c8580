import type { Dispatch } from 'react';
import { COLUMN } from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { DownloadSample } from './download-sample.tsx';
import { errorText } from './error-table.ts';
import { cellsBelow, headerRowOf, type FileHeader } from './file-header.ts';
import type { ImportAction, ImportModal } from './import-state.ts';

interface HeaderErrorsModalProps {
  modal: ImportModal & { kind: 'header' };
  /** The sample file is named after it. */
  sampleName: string;
  dispatch: Dispatch<ImportAction>;
  onClose: () => void;
}

/** Wrong headers: the required columns that are missing, each with the one of the file that may be it. */
export function HeaderErrorsModal({ modal, sampleName, dispatch, onClose }: HeaderErrorsModalProps) {
  const { errors, header } = modal;
  const missing = missingColumns(header);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invalid headers"
      description="Invalid CSV headers. Please use sample."
      footer={
        <>
          <DownloadSample campaignName={sampleName} variant="secondary" />
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
      {header.at === -1 && (
        <p className="mt-3 text-sm">
          The first row of your file looks like a contact, so it may have no headers. Match the columns to use
          it as it is.
        </p>
      )}
      {header.at > 0 && (
        <p className="mt-3 text-sm">
          The headers seem to be in row {headerRowOf(header)} of your file. Match the columns to use them.
        </p>
      )}
      {missing.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-control border border-line bg-sunken text-sm">
          {missing.map(({ name, found }) => (
            <li key={name} className="px-4 py-2 wrap-break-word">
              <strong className="font-medium">{name}</strong>: {found}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Returns the required columns that a header does not have, and what of the file may be each. */
function missingColumns(header: FileHeader): { name: string; found: string }[] {
  const { names } = header;
  const written = new Set(names.map((name) => name.toLowerCase()));
  const { mapping, phones } = suggestMapping(names, cellsBelow(header));
  return CONTACT_COLUMNS.flatMap(({ header: name, required }, column) => {
    if (!required || written.has(name.toLowerCase())) return [];
    const at = mapping.positions[column] ?? -1;
    if (at !== -1) return [{ name, found: `did you mean “${names[at] ?? ''}”?` }];
    const isAsked = column === COLUMN.recommended_phone && phones.length > 1;
    return [{ name, found: isAsked ? 'several columns may be it' : 'not in the file' }];
  });
}
