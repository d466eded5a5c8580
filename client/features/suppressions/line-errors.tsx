import { Download } from 'lucide-react';
import { neutralCell } from '#shared/csv-export.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatNumber } from '#shared/formats.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';

/** More errors than this are only in the downloadable file. */
const SHOWN = 100;

/** Lists the lines that could not be read; all of them can be downloaded. */
export function LineErrors({ errors }: { errors: readonly LineError[] }) {
  const count = formatNumber(errors.length);
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="waiting"
        title={errors.length === 1 ? '1 line cannot be read' : `${count} lines cannot be read`}
        action={
          <Button
            variant="secondary"
            size="sm"
            icon={Download}
            onClick={() => {
              saveFile(new Blob([errorsCsv(errors)], { type: 'text/csv' }), 'errors.csv');
            }}
          >
            Download Errors
          </Button>
        }
      >
        {errors.length === 1 ? 'It is' : 'They are'} left out. Go back to mend the list, or add the rest.
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
            and {formatNumber(errors.length - SHOWN)} more in the file of errors
          </li>
        )}
      </ul>
    </div>
  );
}

function errorsCsv(errors: readonly LineError[]): string {
  const rows = errors.map(
    ({ line, message }) => `${String(line)},"${neutralCell(message).replaceAll('"', '""')}"\r\n`,
  );
  return `Line,Message\r\n${rows.join('')}`;
}
