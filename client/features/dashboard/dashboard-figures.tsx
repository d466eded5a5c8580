import { isActive } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { useCredits } from '#client/app/use-credits.ts';
import { useSubscription } from '#client/app/use-subscription.ts';
import { Figure } from '#client/ui/figure.tsx';
import { activeCaption, weekOverWeek } from './dashboard-words.ts';
import type { Weeks } from './use-weeks.ts';

/** The three cards at the top: credits, active campaigns, calls of the week (B §2). */
export function DashboardFigures({
  campaigns,
  weeks,
  loading,
}: {
  campaigns: readonly CampaignView[];
  weeks: Weeks;
  loading: boolean;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1.25fr_1fr_1fr]">
      <CreditsFigure />
      <Figure
        label="Active campaigns"
        value={formatNumber(campaigns.filter(({ status }) => isActive(status)).length)}
        caption={activeCaption(campaigns)}
        loading={loading}
      />
      <Figure
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
      : `${onHold} · about ${formatNumber(enoughFor)} calls at ${formatNumber(perCall)} credits`;
  return (
    <Figure
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
      <span className="font-medium text-accent">{change}</span> calls on the week before
    </>
  );
}
