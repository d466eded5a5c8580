import { Download } from 'lucide-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { errorsCsv } from '#client/app/errors-csv.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { errorsOf, type ErrorTable, errorText } from '#client/features/campaigns/contact-file/error-table.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { DownloadSample } from '#client/features/campaigns/contact-file/download-sample.tsx';

interface RowErrorsModalProps {
  errors: ErrorTable;
  state: WizardState;
  onClose: () => void;
}

/** The lines for which the message is invalid, shown before publishing. */
export function InvalidMessagesModal({ errors, onClose }: Omit<RowErrorsModalProps, 'state'>) {
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

/** All row errors of the file, with a download. */
export function RowErrorsModal({ errors, state, onClose }: RowErrorsModalProps) {
  const count = errors.lines.length;
  const fileName = state.upload.status === 'none' ? 'the file' : state.upload.file.name;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatNumber(count)} ${count === 1 ? 'error' : 'errors'} in ${fileName}`}
      description="Correct these lines and upload the file again. No contacts were imported."
      footer={
        <>
          <DownloadErrors errors={errors} />
          <DownloadSample campaignName={state.form.name} />
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

const ROW_HEIGHT = 36;

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
            <span className="truncate">{errorText(errors, index)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
