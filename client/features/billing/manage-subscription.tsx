import { useState } from 'react';
import type { SubscriptionView } from '#shared/schemas/billing.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHeader } from '#client/ui/page-header.tsx';
import { PaymentMethod, type CardPanel } from './payment-method.tsx';
import { PlanChanges, PlanEnding } from './plan-end.tsx';
import { PlanFigures } from './plan-figures.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

/** The running plan, or one whose last payment failed (A §2, contract §9). */
export function ManageSubscription({ subscription }: { subscription: SubscriptionView }) {
  const [panel, setPanel] = useState<CardPanel>('none');
  const pastDue = subscription.status === 'past_due';
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="Subscription Management" className="mb-3" />
      {pastDue && (
        <PastDue
          onUpdate={() => {
            setPanel('add');
          }}
        />
      )}
      {!pastDue && subscription.cancel_at_period_end && <PlanEnding subscription={subscription} />}
      <PlanFigures subscription={subscription} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <PaymentMethod panel={panel} onPanel={setPanel} />
        <RecentTransactions />
      </div>
      <PlanChanges subscription={subscription} />
    </div>
  );
}

function PastDue({ onUpdate }: { onUpdate: () => void }) {
  return (
    <Notice tone="failed" title="Your last payment failed" action={<Button onClick={onUpdate}>Update card</Button>}>
      Your plan is paused until it is paid. Add a card that works and it goes on at once.
    </Notice>
  );
}
