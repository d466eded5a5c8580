import { formatCount, formatNumber } from '#shared/formats.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns/campaigns.ts';
import { useCredits, useSubscription } from '#client/app/use-account.ts';
import { StatCard } from '#client/ui/display/card.tsx';
import { activeCaption, weekOverWeek } from './dashboard-text.ts';
import type { Weeks } from './use-weeks.ts';

const NO_CAMPAIGNS: Pick<CampaignSummary, 'by_status' | 'next_drop_date'> = {
  by_status: { Scheduled: 0, Sending: 0, Paused: 0, Success: 0, Failed: 0 },
  next_drop_date: null,
};

/** The three cards at the top: credits, active campaigns, calls of the week. */
export function DashboardStats({
  summary = NO_CAMPAIGNS,
  weeks,
  loading,
}: {
  summary: Pick<CampaignSummary, 'by_status' | 'next_drop_date'> | undefined;
  weeks: Weeks;
  loading: boolean;
}) {
  const { Scheduled, Sending, Paused } = summary.by_status;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1.25fr_1fr_1fr]">
      <CreditsFigure />
      <StatCard
        label="Active campaigns"
        value={formatNumber(Scheduled + Sending + Paused)}
        caption={activeCaption(summary)}
        loading={loading}
      />
      <StatCard
        label="Recent Activity: 7 days"
        value={formatNumber(weeks.calls)}
        caption={<WeekCaption weeks={weeks} />}
        loading={weeks.loading}
      />
    </div>
  );
}

function CreditsFigure() {
  const { balance, held, loading } = useCredits();
  const { plan } = useSubscription();
  const perCall = plan?.benefits.creditsPerCall ?? Infinity;
  const enoughFor = Math.floor(balance / perCall);
  const onHold = held > 0 ? `${formatNumber(held)} on hold` : 'Nothing on hold';
  const caption =
    enoughFor === 0
      ? onHold
      : `${onHold} · about ${formatCount(enoughFor, 'call')} at ${formatCount(perCall, 'credit')}`;
  return (
    <StatCard
      label="Available credits"
      value={`$${formatNumber(balance)}`}
      caption={caption}
      loading={loading}
      className="sm:max-lg:col-span-2"
    />
  );
}

function WeekCaption({ weeks: { calls, callsBefore } }: { weeks: Weeks }) {
  const change = weekOverWeek(calls, callsBefore);
  if (change === undefined) return <>{calls === 1 ? 'call' : 'calls'} made, delivered or not</>;
  return (
    <>
      <span className="font-medium text-accent">{change}</span> calls compared with last week
    </>
  );
}
