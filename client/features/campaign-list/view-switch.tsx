import { CalendarDays, List } from 'lucide-react';
import { Icon } from '#client/ui/icon.tsx';
import { cx } from '#client/ui/cx.ts';
import type { ShownCampaigns } from './campaigns-url.ts';

const VIEWS = [
  { view: null, label: 'List', icon: List },
  { view: 'calendar', label: 'Calendar', icon: CalendarDays },
] as const;

/** Chooses between the list of campaigns and the calendar of a month. */
export function ViewSwitch({ shown, show }: Pick<ShownCampaigns, 'shown' | 'show'>) {
  return (
    <div role="group" aria-label="View" className="flex rounded-button border border-line-strong">
      {VIEWS.map(({ view, label, icon }) => (
        <button
          key={label}
          type="button"
          aria-pressed={shown.view === view}
          onClick={() => {
            show({ view });
          }}
          className={cx(
            'inline-flex h-10 cursor-pointer items-center gap-2 rounded-button px-4 transition-colors pointer-coarse:h-11',
            shown.view === view ? 'bg-sunken font-medium text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          <Icon icon={icon} size={16} />
          {label}
        </button>
      ))}
    </div>
  );
}
