import { formatCount } from '#shared/formats.ts';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { dayText } from './calendar-text.ts';
import { DayEntries } from './day-entries.tsx';
import type { Day, DayEntry } from './month-days.ts';

interface DayDialogProps {
  day: Day;
  entries: readonly DayEntry[];
  onClose: () => void;
}

/** All campaigns of a day. */
export default function DayDialog({ day, entries, onClose }: DayDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dayText(day)}
      description={formatCount(entries.length, 'campaign')}
    >
      <DayEntries entries={entries} />
    </Dialog>
  );
}
