import { MINUTE_MS } from '#shared/time-units.ts';
import { trpc } from '#client/app/trpc.ts';
import PlanCard from '#client/domain/calls/plan/plan-card.tsx';

/** When the calls that a campaign has left can be made; nothing once none are left. */
export default function CampaignPlan({ campaign }: { campaign: string }) {
  const { data, dataUpdatedAt, isError, isFetching, refetch } = trpc.campaigns.plan.useQuery(
    { id: campaign },
    { refetchInterval: ({ state }) => state.data?.plan != null && MINUTE_MS },
  );
  if (data?.plan === null || data?.mode === 'skip-waits') return null;
  return (
    <PlanCard
      now={new Date(dataUpdatedAt)}
      query={{
        plan: data?.plan,
        classes: data?.classes ?? [],
        failed: isError,
        busy: isFetching,
        retry: () => void refetch(),
      }}
    />
  );
}
