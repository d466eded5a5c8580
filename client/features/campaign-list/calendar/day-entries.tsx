import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { paths } from '#client/app/routing/paths.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { cx } from '#client/ui/cx.ts';
import { eventText, planText } from './calendar-text.ts';
import type { DayEntry } from './month-days.ts';

const EDGE: Readonly<Record<CampaignStatus, string>> = {
  Scheduled: 'border-waiting',
  Sending: 'border-running',
  Paused: 'border-ink-3',
  Success: 'border-delivered',
  Failed: 'border-failed',
};

/** The campaigns of a day; each opens its page. */
export function DayEntries({ entries, brief = false }: { entries: readonly DayEntry[]; brief?: boolean }) {
  return (
    <ul className="flex flex-col gap-1">
      {entries.map((entry) => (
        <li key={entry.campaign.id}>
          <EntryLink entry={entry} brief={brief} />
        </li>
      ))}
    </ul>
  );
}

function EntryLink({ entry, brief }: { entry: DayEntry; brief: boolean }) {
  const { name, status } = entry.campaign;
  const plan = planText(entry);
  return (
    <SmartLink
      href={paths.analyticsDetails(name)}
      className={cx(
        'flex flex-col justify-center rounded-r-control border-l-2 px-2 py-1 hover:bg-ink/6 pointer-coarse:min-h-11',
        EDGE[status],
      )}
    >
      <span
        title={brief ? name : undefined}
        className={cx('font-medium', brief ? 'truncate text-sm' : 'wrap-anywhere')}
      >
        {name}
      </span>{' '}
      <span className={cx('text-ink-2', brief ? 'truncate text-xs' : 'text-sm')}>{eventText(entry)}</span>{' '}
      {plan !== null && <span className={cx('text-ink-3', brief ? 'text-xs' : 'text-sm')}>{plan}</span>}
    </SmartLink>
  );
}
