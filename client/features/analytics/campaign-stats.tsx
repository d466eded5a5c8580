import { formatDelivered } from '#shared/formats.ts';
import { trpc } from '#client/app/trpc.ts';
import { ShareBar } from '#client/charts/outcomes/share-bar.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';

/** Stats of one campaign. `total` counts all its calls; a failed load shows zeros. */
export function CampaignStats({
  campaign,
  total,
  pace,
}: {
  campaign: string;
  total: number;
  pace: number | false;
}) {
  const { data, isPending, isError, isFetching, refetch } = trpc.analytics.campaign.useQuery(
    { campaign_name: campaign },
    { refetchInterval: pace },
  );
  const sent = data?.dropcowboy_total_calls_sent ?? 0;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Delivery</CardTitle>
        {isPending && <Skeleton className="w-36" />}
        {isError && (
          <LoadError
            text="Not loaded."
            className="-my-1.5"
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <span>
            {String(data.dropcowboy_call_sent_rate)}% · {formatDelivered(data.dropcowboy_success_calls, sent)}
          </span>
        )}
      </CardHeader>
      <CardBody className="pt-4">
        <ShareBar
          label="Calls of this campaign"
          loading={isPending}
          shares={[
            { name: 'Delivered', value: data?.dropcowboy_success_calls ?? 0, colorClass: 'bg-chart' },
            { name: 'Failed', value: data?.dropcowboy_failed_calls ?? 0, colorClass: 'bg-failed' },
            { name: 'Pending', value: Math.max(0, total - sent), colorClass: 'bg-chart-rest' },
          ]}
        />
      </CardBody>
    </Card>
  );
}
