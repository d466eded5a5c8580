import { Download } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { errorsCsv, type ErrorTable } from '../contact-file/error-table.ts';
import type { WizardState } from '../wizard/wizard-state.ts';
import { DownloadSample } from '#client/features/campaigns/contact-file/download-sample.tsx';
import { LineErrorList } from './line-error-list.tsx';

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
      title={`${formatNumber(count)} ${count === 1 ? 'person' : 'people'} cannot be given this message`}
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
        saveFile(errorsCsv(errors), 'errors.csv');
      }}
    >
      Download Errors
    </Button>
  );
}
