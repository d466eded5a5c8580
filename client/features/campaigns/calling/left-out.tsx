import { Download } from 'lucide-react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import type { LeftOutReason } from '#shared/schemas/calling/calling.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { REASON_TEXTS } from '#client/domain/calls/check-list.ts';
import { leftOutCsv } from './left-out-csv.ts';

/** Whom the campaign leaves out, by reason, each with a download. */
export function LeftOut({ result }: { result: CheckListOutput }) {
  const { skipped, left_out, left_out_total: total } = result;
  if (total === 0) return <p className="text-sm text-ink-3">Nobody on this list is left out.</p>;
  const download = (reason: LeftOutReason) => {
    const rows = left_out.filter((contact) => contact.reason === reason);
    saveFile(leftOutCsv(rows), `left-out-${reason.replaceAll(' ', '-')}.csv`);
  };
  return (
    <section aria-labelledby="left-out-title">
      <h3 id="left-out-title" className="font-medium">
        {formatCount(total, 'contact')} left out
      </h3>
      <p className="text-sm text-ink-3">This campaign does not call them, and holds no credits for them.</p>
      <ul className="mt-2 divide-y divide-line">
        {skipped.map(({ reason, count }) => (
          <li key={reason} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span>
              {REASON_TEXTS[reason]}: <strong className="font-semibold">{formatNumber(count)}</strong>
            </span>
            <Button
              variant="ghost"
              size="sm"
              icon={Download}
              className="-mr-3"
              aria-label={`Download CSV: ${REASON_TEXTS[reason]}`}
              onClick={() => {
                download(reason);
              }}
            >
              Download CSV
            </Button>
          </li>
        ))}
      </ul>
      {left_out.length < total && (
        <p className="text-sm text-ink-3">
          The files have the first {formatNumber(left_out.length)} of them. After publishing, the details of
          the campaign have all.
        </p>
      )}
    </section>
  );
}
