import { formatNumber } from '#shared/formats.ts';
import type { NumberList } from '#shared/contacts/suppression-list.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { LineErrors } from './line-errors.tsx';
import { numbersOf, repeatedText } from './suppression-text.ts';
import { useImport } from './use-import.ts';

interface ReviewNumbersProps {
  list: NumberList;
  onBack: () => void;
  onClose: () => void;
}

/** Second step of an import: the numbers read, the errors, and the import button. */
export function ReviewNumbers({ list: { phones, repeated, errors }, onBack, onClose }: ReviewNumbersProps) {
  const { start, busy, problem, sent } = useImport(phones, onClose);
  const isEmpty = phones.length === 0;
  const found = isEmpty ? 'No number could be read.' : `${numbersOf(phones.length)} can be added.`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      title="Import numbers"
      description={`${found} ${repeatedText(repeated)}`.trim()}
      footer={
        <>
          <Button variant="secondary" disabled={busy || sent > 0} onClick={onBack}>
            Back
          </Button>
          {!isEmpty && (
            <Button onClick={start} busy={busy} busyText="Adding...">
              {sent > 0 ? 'Go On' : `Add ${numbersOf(phones.length)}`}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {errors.length > 0 && <LineErrors errors={errors} />}
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
