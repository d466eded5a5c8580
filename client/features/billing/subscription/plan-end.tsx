import { useState } from 'react';
import { formatCount } from '#shared/formats.ts';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useCredits } from '#client/app/use-account.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody } from '#client/ui/display/card.tsx';
import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { ContactSales } from '#client/features/billing/plans/contact-sales.tsx';
import { endDay, formatDay } from './days.ts';
import { useSetSubscription } from '#client/domain/payment/billing-cache.ts';

/** Plan changes (through sales) and cancellation. */
export function PlanChanges({ subscription }: { subscription: SubscriptionView }) {
  return (
    <Card>
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose flex-1 basis-72 text-ink-2">
          To change your plan, contact our sales team.
          {!subscription.cancel_at_period_end && ' You can cancel it here at any time.'}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <ContactSales />
          {!subscription.cancel_at_period_end && <CancelPlan subscription={subscription} />}
        </div>
      </CardBody>
    </Card>
  );
}

function CancelPlan({
  subscription: { planName, status, current_period_end },
}: {
  subscription: SubscriptionView;
}) {
  const setSubscription = useSetSubscription();
  const [asking, setAsking] = useState(false);
  const cancel = trpc.billing.cancelPlan.useMutation({
    onSuccess: async (subscription) => {
      await setSubscription(subscription);
      toast.success('Your plan is cancelled.');
      setAsking(false);
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
  });
  return (
    <>
      <Button
        variant="ghost"
        onClick={() => {
          setAsking(true);
        }}
      >
        Cancel plan
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Cancel your ${planName} plan?`}
        description={`${status === 'active' ? activeUntil(current_period_end) : ''}It will not renew, and there is no refund. You keep your credits.`}
        confirmLabel="Cancel plan"
        cancelLabel="Keep plan"
        danger
        busy={cancel.isPending}
        onConfirm={() => {
          cancel.mutate();
        }}
      />
    </>
  );
}

function activeUntil(periodEnd: string | null): string {
  return `It stays active until ${formatDay(periodEnd ?? '')} (UTC). `;
}

/** A cancelled plan that is still active: shows its end date and can be resumed. */
export function PlanEnding({ subscription }: { subscription: SubscriptionView }) {
  const setSubscription = useSetSubscription();
  const keep = trpc.billing.keepPlan.useMutation({
    onSuccess: async (kept) => {
      await setSubscription(kept);
      toast.success('Your plan continues.');
    },
    onError: (error) => {
      toast.error(errorText(error));
    },
  });
  return (
    <Notice
      tone="waiting"
      title={`Your ${subscription.planName} plan ends on ${endDay(subscription)} (UTC)`}
      action={
        <Button
          variant="secondary"
          busy={keep.isPending}
          onClick={() => {
            keep.mutate();
          }}
        >
          Keep my plan
        </Button>
      }
    >
      {subscription.status === 'active' ? 'Until then everything works as usual. ' : ''}You keep your credits.
    </Notice>
  );
}

/** An expired plan; its remaining credits are kept for the next one. */
export function PlanEnded({ planName }: { planName: string }) {
  const { balance } = useCredits();
  const kept = balance > 0 ? ` Your ${formatCount(balance, 'credit')} are kept for your next plan.` : '';
  return (
    <Notice tone="info" className="mx-auto max-w-253">
      Your {planName} plan has ended.{kept}
    </Notice>
  );
}
