import { formatCount } from '#shared/formats.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import { LineErrorList } from '#client/domain/import-file/line-error-list.tsx';
import { DownloadErrors } from '#client/domain/import-file/row-errors-modal.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';

/** The lines for which the message is invalid, shown before publishing. */
export function InvalidMessagesModal({ errors, onClose }: { errors: ErrorTable; onClose: () => void }) {
  const count = errors.lines.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${formatCount(count, 'person', 'people')} cannot receive this message`}
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
