import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { NumberList } from '#shared/contacts/suppression-list.ts';
import type { LineError } from '#shared/error-codes.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { errorsCsv } from '#client/app/errors-csv.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Notice } from '#client/ui/display/notice.tsx';
import { numbersOf, repeatedText } from './suppression-text.ts';
import { useImport } from './use-import.ts';

interface ReviewNumbersProps {
  list: NumberList;
  /** Whether the list can be corrected in the step before: a file and a long text are not in its field. */
  isTyped: boolean;
  onBack: () => void;
  onClose: () => void;
}

/** Second step of an import: the numbers read, the errors, and the import button. */
export function ReviewNumbers({ list, isTyped, onBack, onClose }: ReviewNumbersProps) {
  const { phones, repeated, invalid, errors } = list;
  const { start, busy, problem, sent } = useImport(phones, onClose);
  const isEmpty = phones.length === 0;
  const found = isEmpty ? 'No valid numbers were found.' : `${numbersOf(phones.length)} can be added.`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      unsaved
      title="Import numbers"
      description={`${found} ${repeatedText(repeated)}`.trim()}
      footer={
        <>
          <Button variant="secondary" disabled={busy || sent > 0} onClick={onBack}>
            Back
          </Button>
          {!isEmpty && (
            <Button onClick={start} busy={busy} busyText="Adding...">
              {sent > 0 ? 'Continue' : `Add ${numbersOf(phones.length)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {invalid > 0 && (
          <LineErrors invalid={invalid} errors={errors}>
            {isTyped ? 'Go back to correct the list' : 'Correct the list and import it again'}
            {isEmpty ? '.' : ', or add the rest.'}
          </LineErrors>
        )}
        {(busy || sent > 0) && (
          <Progress
            label="Adding numbers"
            value={sent}
            max={phones.length}
            valueText={`${formatNumber(sent)} of ${formatNumber(phones.length)} added`}
          />
        )}
        <p role="alert" className="text-sm text-failed empty:hidden">
          {problem}
        </p>
      </div>
    </Dialog>
  );
}

/** More errors than this are only in the downloadable file. */
const SHOWN = 100;

interface LineErrorsProps {
  invalid: number;
  errors: readonly LineError[];
  /** What can be done about them. */
  children: ReactNode;
}

/** Lists the lines that could not be read; the first 10,000 can be downloaded. */
function LineErrors({ invalid, errors, children }: LineErrorsProps) {
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="waiting"
        title={`${formatCount(invalid, 'line')} cannot be read`}
        action={
          <Button
            variant="secondary"
            size="sm"
            icon={Download}
            onClick={() => {
              saveFile(errorsCsv(errors), 'errors.csv');
            }}
          >
            Download Errors
          </Button>
        }
      >
        {invalid === 1 ? 'It' : 'They'} will be skipped. {children}
      </Notice>
      <ul
        aria-label="Errors"
        tabIndex={0}
        className="max-h-56 overflow-y-auto rounded-control border border-line bg-sunken px-4 text-sm"
      >
        {errors.slice(0, SHOWN).map(({ line, message }, index) => (
          <li key={index} className="border-b border-line py-2 wrap-anywhere last:border-0">
            Line {formatNumber(line)}: {message}
          </li>
        ))}
        {errors.length > SHOWN && (
          <li className="py-2 text-ink-3">
            and {formatNumber(errors.length - SHOWN)} more in the error file
          </li>
        )}
      </ul>
    </div>
  );
}
