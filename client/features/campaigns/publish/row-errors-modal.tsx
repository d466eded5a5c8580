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

/** Who cannot be given the message, by their lines: told before anything is paid. */
export function InvalidMessagesModal({ errors, onClose }: Omit<RowErrorsModalProps, 'state'>) {
  const count = errors.lines.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatNumber(count)} ${count === 1 ? 'person' : 'people'} cannot be given this message`}
      description="Change the message, or mend these lines and upload the file again."
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

/** Every row error of the file (B §5), to be read here or taken along. */
export function RowErrorsModal({ errors, state, onClose }: RowErrorsModalProps) {
  const count = errors.lines.length;
  const fileName = state.upload.status === 'none' ? 'the file' : state.upload.file.name;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatNumber(count)} ${count === 1 ? 'error' : 'errors'} in ${fileName}`}
      description="Mend these lines and upload the file again. Nothing was taken over."
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
