import { formatNumber } from '#shared/formats.ts';
import { CAMPAIGN_GROUPS } from '#shared/schemas/campaigns/campaign-overview.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns/campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { cx } from '#client/ui/cx.ts';
import { SHOWN_GROUPS, type ShownCampaigns } from './campaigns-url.ts';
import { useDrafts } from './use-drafts.ts';

const GROUPS = [null, ...SHOWN_GROUPS];

/** Chooses which campaigns are listed; says how many there are of each group. */
export function GroupFilter({ shown, show }: Pick<ShownCampaigns, 'shown' | 'show'>) {
  const { data: summary } = trpc.campaigns.summary.useQuery();
  const { data: drafts } = useDrafts();
  return (
    <div role="group" aria-label="Which campaigns" className="flex flex-wrap gap-1">
      {GROUPS.map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={shown.show === group}
          onClick={() => {
            show({ show: group });
          }}
          className={cx(
            'h-9 cursor-pointer rounded-button border px-3 transition-colors pointer-coarse:h-11',
            shown.show === group
              ? 'border-line bg-sunken font-medium text-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {group === null ? 'All' : `${group.charAt(0).toUpperCase()}${group.slice(1)}`}{' '}
          <span className="ml-0.5 text-sm text-ink-3">
            {formatNumber(group === 'drafts' ? (drafts?.length ?? 0) : countOf(group, summary))}
          </span>
        </button>
      ))}
    </div>
  );
}

function countOf(
  group: Exclude<(typeof GROUPS)[number], 'drafts'>,
  summary: CampaignSummary | undefined,
): number {
  if (summary === undefined) return 0;
  if (group === null) return summary.campaigns;
  return CAMPAIGN_GROUPS[group].reduce((sum, status) => sum + summary.by_status[status], 0);
}
