import { Download } from 'lucide-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState, type Dispatch } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { errorsCsv } from '#client/app/errors-csv.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { uploadName } from '#client/features/campaigns/contact-file/upload-summary.ts';
import {
  countLines,
  errorDetail,
  errorsOf,
  type ErrorTable,
  errorText,
} from '#client/domain/import-file/error-table.ts';
import type {
  WizardAction,
  WizardModal,
  WizardState,
} from '#client/features/campaigns/wizard/wizard-state.ts';
import { DownloadSample } from '#client/domain/import-file/download-sample.tsx';

interface RowErrorsModalProps {
  modal: WizardModal & { kind: 'data' };
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  onClose: () => void;
}

/** The lines for which the message is invalid, shown before publishing. */
export function InvalidMessagesModal({ errors, onClose }: { errors: ErrorTable; onClose: () => void }) {
  const count = errors.lines.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatNumber(count)} ${count === 1 ? 'person' : 'people'} cannot receive this message`}
      description="Change the message, or correct these lines and upload the file again."
      footer={
        <>
          <DownloadErrors errors={errors} />
          <Button onClick={onClose}>Okay</Button>
        </>
      }
    >
      <LineErrorList errors={errors} />
    </Dialog>
  );
}

/** All row errors of the file, with a download and a way on without these rows. */
export function RowErrorsModal({ modal, state, dispatch, onClose }: RowErrorsModalProps) {
  const { errors, canSkip } = modal;
  const rows = countLines(errors);
  const count = errors.lines.length;
  const fileName = uploadName(state.upload);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatNumber(count)} ${count === 1 ? 'error' : 'errors'} in ${fileName}`}
      description="Correct these lines and upload the file again. No contacts were imported."
      footer={
        <>
          <DownloadErrors errors={errors} />
          <DownloadSample campaignName={state.form.name} variant="secondary" />
          {canSkip && (
            <Button
              variant="primary"
              onClick={() => {
                dispatch({ type: 'rowsSkipped' });
              }}
            >
              {rows === 1 ? 'Skip this row and go on' : `Skip these ${formatNumber(rows)} rows and go on`}
            </Button>
          )}
        </>
      }
    >
      <LineErrorList errors={errors} />
    </Dialog>
  );
}

function DownloadErrors({ errors }: { errors: ErrorTable }) {
  return (
    <Button
      variant="secondary"
      icon={Download}
      onClick={() => {
        saveFile(errorsCsv(errorsOf(errors)), 'errors.csv');
      }}
    >
      Download Errors
    </Button>
  );
}

const ROW_HEIGHT = 76;

/** A virtualized list of line errors. */
export function LineErrorList({ errors }: { errors: ErrorTable }) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are not passed to other components
  const rows = useVirtualizer({
    count: errors.lines.length,
    getScrollElement: () => box,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  return (
    <div
      ref={setBox}
      role="region"
      aria-label="Errors"
      tabIndex={0}
      className="max-h-72 overflow-y-auto rounded-control border border-line bg-sunken"
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={errors.lines.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 flex items-center border-b border-line px-4 text-sm"
            style={{ height: ROW_HEIGHT, transform: `translateY(${String(start)}px)` }}
          >
            <ErrorLine errors={errors} index={index} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An error as the documents word it; below it the wrong value, and where it stands. */
function ErrorLine({ errors, index }: { errors: ErrorTable; index: number }) {
  const { value, notes } = errorDetail(errors, index);
  return (
    <span className="min-w-0">
      <span className="block truncate">{errorText(errors, index)}</span>
      {(value !== null || notes.length > 0) && (
        <span className="line-clamp-2 text-ink-3">
          {[...(value === null ? [] : [`“${value}”`]), ...notes].join(', ')}
        </span>
      )}
    </span>
  );
}
