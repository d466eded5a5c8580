import { Download } from 'lucide-react';
import type { Dispatch } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { errorsCsv } from '#client/app/errors-csv.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { DownloadSample } from './download-sample.tsx';
import { countLines, errorsOf, type ErrorTable } from './error-table.ts';
import type { ImportAction, ImportModal } from './import-state.ts';
import { LineErrorList } from './line-error-list.tsx';

interface RowErrorsModalProps {
  modal: ImportModal & { kind: 'data' };
  fileName: string;
  /** The sample file is named after it. */
  sampleName: string;
  dispatch: Dispatch<ImportAction>;
  onClose: () => void;
}

/** All row errors of the file, with a download and a way on without these rows. */
export function RowErrorsModal({ modal, fileName, sampleName, dispatch, onClose }: RowErrorsModalProps) {
  const { errors, canSkip } = modal;
  const rows = countLines(errors);
  const count = errors.lines.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatCount(count, 'error')} in ${fileName}`}
      description="Correct these lines and upload the file again. No contacts were imported."
      footer={
        <>
          <DownloadErrors errors={errors} />
          <DownloadSample campaignName={sampleName} variant="secondary" />
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

/** Saves the errors as a CSV file. */
export function DownloadErrors({ errors }: { errors: ErrorTable }) {
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
