import { formatNumber } from '#shared/formats.ts';
import type { LineError } from '#shared/error-codes.ts';

/** Errors that are listed; the file has the others too. */
const MAX_SHOWN = 100;

/** Why a list was not saved, with the first invalid lines of its file. */
export function LineErrors({ text, errors }: { text: string; errors: readonly LineError[] }) {
  return (
    <div role="alert" className="rounded-card border border-failed/30 bg-failed-soft px-4 py-3 text-sm">
      <p className="font-medium text-failed">{text}</p>
      {errors.length > 0 && (
        <ul className="mt-2 max-h-48 overflow-y-auto" tabIndex={0} aria-label="Errors by line">
          {errors.slice(0, MAX_SHOWN).map(({ line, message }, at) => (
            <li key={at} className="flex gap-3 py-0.5">
              <span className="w-20 shrink-0 text-ink-3">Line {formatNumber(line)}</span>
              <span className="min-w-0 wrap-anywhere">{message}</span>
            </li>
          ))}
        </ul>
      )}
      {errors.length > MAX_SHOWN && (
        <p className="mt-1 text-ink-3">{formatNumber(errors.length - MAX_SHOWN)} more lines have errors.</p>
      )}
    </div>
  );
}
