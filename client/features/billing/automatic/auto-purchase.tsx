import { useId } from 'react';
import type { AutoPurchaseView } from '#shared/schemas/billing/auto-purchase.ts';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { useFragment } from '#client/app/routing/use-fragment.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardTitle } from '#client/ui/display/card.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { endDay, renews } from '#client/features/billing/subscription/days.ts';
import { STOPPED_TEXT, willBuyText } from './auto-purchase-text.ts';
import { useTurnOff, useTurnOn } from './use-auto-purchase.ts';

const AutoPurchaseDialog = lazyWithPreload(() => import('./auto-purchase-dialog.tsx'));

/** The automatic purchase of credits: what it does, why it is off, and how to change that. */
export function AutoPurchase({ subscription }: { subscription: SubscriptionView }) {
  const titleId = useId();
  const ref = useFragment<HTMLElement>('automatic-purchase');
  const { data, isError, isFetching, refetch } = trpc.billing.autoPurchase.useQuery();
  const { dialog, ask } = useDialog({ edit: AutoPurchaseDialog });
  return (
    <Card ref={ref} aria-labelledby={titleId} className="scroll-mt-20">
      <CardBody className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div className="flex-1 basis-72">
          <CardTitle id={titleId}>Automatic purchase</CardTitle>
          {data !== undefined && (
            <p className="mt-1 max-w-prose text-ink-2">{stateText(data, subscription)}</p>
          )}
          {data === undefined && !isError && <Skeleton className="mt-2 h-5 w-80 max-w-full" />}
          {data === undefined && isError && <LoadError onRetry={() => void refetch()} busy={isFetching} />}
        </div>
        {data !== undefined && renews(subscription) && (
          <Actions
            view={data}
            onEdit={() => {
              ask('edit', { view: data });
            }}
          />
        )}
        {data?.stopped != null && (
          <Notice tone="failed" title="Automatic purchase was turned off" className="basis-full">
            {STOPPED_TEXT[data.stopped]}
          </Notice>
        )}
      </CardBody>
      {dialog}
    </Card>
  );
}

function stateText({ on, settings, bought }: AutoPurchaseView, subscription: SubscriptionView): string {
  if (!renews(subscription))
    return `No credits are bought automatically, as your plan ends on ${endDay(subscription)} (UTC).`;
  if (settings === null)
    return 'Have Hark buy credits with a saved card when few are left, as often in a month as you allow. We email you a receipt each time.';
  if (!on) return `It is off. If you turn it on: ${willBuyText(settings).replace(/^When/, 'when')}`;
  if (subscription.status === 'past_due') return 'On, and waiting until your renewal is paid.';
  return `${willBuyText(settings)} Bought this month: ${String(bought)} of ${String(settings.max_per_month)}.`;
}

function Actions({
  view: { on, settings, stopped },
  onEdit,
}: {
  view: AutoPurchaseView;
  onEdit: () => void;
}) {
  const turnOn = useTurnOn();
  const turnOff = useTurnOff();
  const onError = (error: unknown) => {
    toast.error(errorText(error));
  };
  if (on)
    return (
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={onEdit}>
          Change
        </Button>
        <Button
          variant="ghost"
          busy={turnOff.isPending}
          onClick={() => {
            turnOff.mutate(undefined, { onError });
          }}
        >
          Turn off
        </Button>
      </div>
    );
  // Its card may be gone or declined again: that is chosen in the dialog.
  const canRepeat = settings !== null && stopped !== null && stopped !== 'card_removed';
  return (
    <div className="flex flex-wrap gap-2.5">
      {canRepeat && (
        <Button
          busy={turnOn.isPending}
          onClick={() => {
            turnOn.mutate(settings, { onError });
          }}
        >
          Turn on again
        </Button>
      )}
      <Button variant="secondary" onClick={onEdit}>
        {stopped === null ? 'Set up' : 'Change'}
      </Button>
    </div>
  );
}
