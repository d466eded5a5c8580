import { CircleAlert, CircleCheck, FileText, Trash2, X, type LucideIcon } from 'lucide-react';
import type { Dispatch, ReactNode } from 'react';
import { formatContacts, formatNumber } from '#shared/formats.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import type { Upload, WizardAction } from '../wizard/wizard-state.ts';

interface ChosenFileProps {
  upload: Upload;
  dispatch: Dispatch<WizardAction>;
}

/** The chosen file with its status: reading, ready or rejected. */
export function ChosenFile({ upload, dispatch }: ChosenFileProps) {
  const remove = () => {
    dispatch({ type: 'fileRemoved' });
  };
  return (
    <div role="status" className="empty:hidden">
      {upload.status === 'reading' && (
        <Row icon={FileText} name={upload.file.name} text={`Checking ${formatBytes(upload.file.size)}`}>
          <Button variant="ghost" size="sm" icon={X} onClick={remove}>
            Cancel
          </Button>
          <Progress
            label={`Checking ${upload.file.name}`}
            value={upload.bytes}
            max={upload.file.size}
            className="basis-full"
          />
        </Row>
      )}
      {upload.status === 'ready' && (
        <Row
          icon={CircleCheck}
          tone="text-delivered"
          name={upload.file.name}
          text={`${formatContacts(upload.summary.contacts)}, ${formatBytes(upload.file.size)}`}
        >
          <IconButton label="Remove the file" icon={Trash2} variant="ghost" onClick={remove} />
        </Row>
      )}
      {upload.status === 'rejected' && (
        <Row icon={CircleAlert} tone="text-failed" name={upload.file.name} text={upload.message}>
          <RejectedActions upload={upload} dispatch={dispatch} />
          <IconButton label="Remove the file" icon={Trash2} variant="ghost" onClick={remove} />
        </Row>
      )}
    </div>
  );
}

function RejectedActions({
  upload,
  dispatch,
}: { upload: Upload & { status: 'rejected' } } & Pick<ChosenFileProps, 'dispatch'>) {
  const { errors } = upload;
  if (errors === null) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => {
        dispatch({ type: 'modalOpened', modal: { kind: 'data', errors } });
      }}
    >
      Show {formatNumber(errors.lines.length)} {errors.lines.length === 1 ? 'error' : 'errors'}
    </Button>
  );
}

interface RowProps {
  icon: LucideIcon;
  tone?: string;
  name: string;
  text: string;
  children: ReactNode;
}

function Row({ icon, tone = 'text-ink-3', name, text, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 rounded-card border border-line bg-surface px-4 py-3">
      <Icon icon={icon} size={20} className={tone} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{name}</p>
        <p className={cx('text-sm', tone === 'text-failed' ? tone : 'text-ink-3')}>{text}</p>
      </div>
      {children}
    </div>
  );
}
