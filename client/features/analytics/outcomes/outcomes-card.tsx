import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';
import type { Outcomes } from '#shared/schemas/analytics.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { ChartCard } from '#client/charts/chart-card.tsx';
import OutcomeChart from '#client/charts/outcomes/outcome-chart.tsx';
import { retryTitle } from '#client/domain/retry/retry-text.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { adviceFor } from './outcome-advice.ts';
import { OutcomeTable } from './outcome-table.tsx';

const RetryDialog = lazyWithPreload(() => import('#client/domain/retry/retry-dialog.tsx'));

interface OutcomesCardProps {
  /** The campaign by its id or name. */
  campaign: string;
  status: CampaignStatus | undefined;
  /** The reason that the calls are filtered by. */
  selected: CallReasonKey | null;
  onSelect: (reason: CallReasonKey | null) => void;
  /** Polling interval in milliseconds, or false. */
  pace: number | false;
}

/** Why calls fail: by reason, what can be done about it, and a retry of all or of some. Nothing if none has failed. */
export default function OutcomesCard({ campaign, status, selected, onSelect, pace }: OutcomesCardProps) {
  const { data } = trpc.analytics.outcomes.useQuery({ campaign_name: campaign }, { refetchInterval: pace });
  const { dialog, ask } = useDialog({ retry: RetryDialog });
  if (data === undefined || data.reasons.length === 0) return null;
  const canRetry = status !== undefined && isActionAllowed('retry', status);
  return (
    <>
      <ChartCard
        title="Why calls fail"
        caption={<span className="text-sm text-ink-2">{formatNumber(failedOf(data))} failed</span>}
        chart={
          <OutcomeChart
            label="Failed calls by reason"
            outcomes={data.reasons.map(({ code, reason, count, retryable }) => ({
              reason: code,
              label: reason,
              count,
              retryable: retryable > 0,
            }))}
            selected={selected ?? undefined}
            onSelect={(code) => {
              onSelect(code === selected ? null : (code as CallReasonKey));
            }}
          />
        }
        table={<OutcomeTable reasons={data.reasons} />}
      >
        <div className="mt-4 flex flex-col gap-3">
          {selected !== null && <p className="text-sm text-ink-2">{adviceFor(selected)}</p>}
          <p className="text-sm text-ink-3">
            A call that is retried counts once, by its last result.{' '}
            <TextLink href={paths.helpFailedCalls}>What the reasons mean</TextLink>
          </p>
          {canRetry && (
            <RetryButtons
              outcomes={data}
              selected={selected}
              onRetry={(reasons) => {
                ask('retry', {
                  campaign,
                  name: campaign,
                  reasons,
                  onRetried: () => {
                    onSelect(null);
                  },
                });
              }}
            />
          )}
        </div>
      </ChartCard>
      {dialog}
    </>
  );
}

const failedOf = ({ reasons }: Outcomes) => reasons.reduce((sum, { count }) => sum + count, 0);

interface RetryButtonsProps {
  outcomes: Outcomes;
  selected: CallReasonKey | null;
  onRetry: (reasons: CallReasonKey[] | undefined) => void;
}

/** A retry of all calls that can be made again, and of those of the chosen reason; the dialog has the exact price. */
function RetryButtons({ outcomes, selected, onRetry }: RetryButtonsProps) {
  const chosen = outcomes.reasons.find(({ code }) => code === selected);
  const price = trpc.campaigns.quote.useQuery(
    { calls: outcomes.retryable },
    { enabled: outcomes.retryable > 0 },
  );
  const { retryable } = outcomes;
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {retryable > 0 && (
        <Button
          variant="secondary"
          onClick={() => {
            onRetry(undefined);
          }}
        >
          {price.data === undefined
            ? `Retry ${formatNumber(retryable)} failed ${retryable === 1 ? 'call' : 'calls'}`
            : retryTitle({ calls: retryable, cost: price.data.cost })}
        </Button>
      )}
      {chosen !== undefined && chosen.retryable > 0 && (
        <Button
          variant="secondary"
          onClick={() => {
            onRetry([chosen.code]);
          }}
        >
          Retry only “{chosen.reason}” ({formatNumber(chosen.retryable)})
        </Button>
      )}
    </div>
  );
}
