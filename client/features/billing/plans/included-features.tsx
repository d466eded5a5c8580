import {
  AudioLines,
  CalendarClock,
  ChartNoAxesColumn,
  FileSpreadsheet,
  PiggyBank,
  UserRound,
} from 'lucide-react';
import { useId } from 'react';
import { Icon, type IconType } from '#client/ui/icon.tsx';

const FEATURES: readonly [icon: IconType, title: string, text: string][] = [
  [AudioLines, 'Up to four voices', 'Upload or record the voices that your campaigns speak with.'],
  [UserRound, 'A personal message', 'Placeholders put each contact’s own details into the message.'],
  [FileSpreadsheet, 'Your own contact lists', 'Upload them as CSV; every line is checked before it counts.'],
  [CalendarClock, 'Scheduled drops', 'Pick the day and let the campaign start by itself.'],
  [ChartNoAxesColumn, 'Delivery analytics', 'See what was delivered, what was not and why, call by call.'],
  [PiggyBank, 'Pay for what is delivered', 'Calls that reach nobody give their credits back.'],
];

/** Features included in every plan. */
export function IncludedFeatures() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-center text-xl font-semibold">
        Included in every plan
      </h2>
      <ul className="mt-7 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(([icon, title, text]) => (
          <li key={title} className="flex gap-3.5">
            <span className="grid size-9 shrink-0 place-items-center rounded-button bg-accent-soft text-accent">
              <Icon icon={icon} />
            </span>
            <div>
              <h3 className="text-md font-semibold">{title}</h3>
              <p className="mt-0.5 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
