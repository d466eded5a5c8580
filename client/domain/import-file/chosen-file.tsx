import { CircleAlert, CircleCheck, FileText, Trash2, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import type { Dispatch, ReactNode } from 'react';
import { formatCount } from '#shared/formats.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { INVALID_HEADERS, type FileImport, type ImportAction } from './import-state.ts';
import { SkippedRows } from './skipped-rows.tsx';

interface ChosenFileProps {
  upload: FileImport;
  dispatch: Dispatch<ImportAction>;
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
          text={`${formatCount(upload.summary.contacts, 'contact')}, ${formatBytes(upload.file.size)}`}
        >
          <IconButton label="Remove the file" icon={Trash2} variant="ghost" onClick={remove} />
          <ReadingNotes upload={upload} dispatch={dispatch} />
        </Row>
      )}
      {upload.status === 'rejected' && (
        <Row icon={CircleAlert} tone="text-failed" name={upload.file.name} text={upload.message}>
          <div className="flex flex-wrap items-center gap-3">
            <RejectedActions upload={upload} dispatch={dispatch} />
            <IconButton label="Remove the file" icon={Trash2} variant="ghost" onClick={remove} />
          </div>
        </Row>
      )}
    </div>
  );
}

function RejectedActions({
  upload,
  dispatch,
}: { upload: FileImport & { status: 'rejected' } } & Pick<ChosenFileProps, 'dispatch'>) {
  const { errors, header, canSkip, encodings } = upload;
  if (encodings !== null)
    return (
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          dispatch({ type: 'modalOpened', modal: { kind: 'encoding', choices: encodings } });
        }}
      >
        Choose text
      </Button>
    );
  if (errors === null) return null;
  // Wrong headers are the one error that the columns of the file can be matched for.
  if (header !== null && upload.message === INVALID_HEADERS) return <MatchColumns dispatch={dispatch} />;
  return (
    <>
      {upload.reading.mapping !== null && <MatchColumns dispatch={dispatch} />}
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          dispatch({ type: 'modalOpened', modal: { kind: 'data', errors, canSkip } });
        }}
      >
        Show {formatCount(errors.lines.length, 'error')}
      </Button>
    </>
  );
}

/** What was done with the file: columns matched, rows left out, and what is odd about the contacts. */
function ReadingNotes({
  upload: { reading, isRemembered, skipped, summary },
  dispatch,
}: { upload: FileImport & { status: 'ready' } } & Pick<ChosenFileProps, 'dispatch'>) {
  const { warnings } = summary;
  if (reading.mapping === null && skipped === null && warnings.length === 0) return null;
  return (
    <div className="flex basis-full flex-col gap-1 border-t border-line pt-2">
      {reading.mapping !== null && (
        <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          {isRemembered ? 'Columns matched as last time.' : 'Columns matched.'}
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              dispatch({ type: 'matchingOpened' });
            }}
          >
            Change
          </Button>
        </span>
      )}
      {skipped !== null && <SkippedRows skipped={skipped} />}
      {warnings.map(({ code, text }) => (
        <p key={code} className="flex items-start gap-2 text-sm text-ink-2">
          <Icon icon={TriangleAlert} size={16} className="mt-0.5 shrink-0 text-sending" />
          <span className="min-w-0 break-words">{text}</span>
        </p>
      ))}
    </div>
  );
}

function MatchColumns({ dispatch }: Pick<ChosenFileProps, 'dispatch'>) {
  return (
    <Button
      variant="secondary"
      size="sm"
      onClick={() => {
        dispatch({ type: 'matchingOpened' });
      }}
    >
      Match columns
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
