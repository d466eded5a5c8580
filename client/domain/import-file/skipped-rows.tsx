import { Download } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import type { SkippedRows as Skipped } from './file-summary.ts';

/** How many rows of the file are left out because of errors, with a download of them and the reasons. */
export function SkippedRows({ skipped }: { skipped: Skipped }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      {skipped.count === 1
        ? '1 row with errors skipped'
        : `${formatNumber(skipped.count)} rows with errors skipped`}
      <Button
        variant="ghost"
        size="sm"
        icon={Download}
        onClick={() => {
          saveFile(skipped.csv, 'skipped-rows.csv');
        }}
      >
        Download skipped rows
      </Button>
    </span>
  );
}
