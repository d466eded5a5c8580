import { useState } from 'react';
import type { SubscriptionView } from '#shared/schemas/billing/billing.ts';
import { useCredits } from '#client/app/use-account.ts';
import { BuyCredits } from '#client/domain/payment/buy-credits.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { AutoPurchase } from '#client/features/billing/automatic/auto-purchase.tsx';
import { InvoiceDetails } from '#client/features/billing/business/invoice-details.tsx';
import { ContactSales } from '#client/features/billing/plans/contact-sales.tsx';
import { CreditHistory } from '#client/features/billing/history/credit-history.tsx';
import { PayNow } from '#client/features/billing/overdue/pay-now.tsx';
import { CreditReminder } from './credit-reminder.tsx';
import { nextPaymentDay, renews } from './days.ts';
import { PaymentMethod, type CardPanel } from '#client/features/billing/cards/payment-method.tsx';
import { PeriodUsage } from './period-usage.tsx';
import { PlanChanges, PlanEnding } from './plan-end.tsx';
import { PlanStats } from '#client/features/billing/subscription/plan-stats.tsx';
import { RecentTransactions } from '#client/features/billing/history/recent-transactions.tsx';

/** The current subscription, including one that is past due. */
export function ManageSubscription({ subscription }: { subscription: SubscriptionView }) {
  const [panel, setPanel] = useState<CardPanel>('none');
  const pastDue = subscription.status === 'past_due';
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Subscription Management"
        actions={!pastDue && <BuyCredits variant="secondary" />}
        className="mb-3"
      />
      {pastDue && (
        <PastDue
          subscription={subscription}
          onUpdate={() => {
            setPanel('add');
          }}
        />
      )}
      {subscription.cancel_at_period_end && <PlanEnding subscription={subscription} />}
      {!pastDue && <OutOfCredits subscription={subscription} />}
      <PlanStats subscription={subscription} />
      <PeriodUsage />
      <div className="grid gap-4 min-[90rem]:grid-cols-[25rem_minmax(0,1fr)]">
        <PaymentMethod panel={panel} onPanel={setPanel} required />
        <RecentTransactions />
      </div>
      <InvoiceDetails />
      <CreditHistory />
      <AutoPurchase subscription={subscription} />
      <CreditReminder />
      <PlanChanges subscription={subscription} />
    </div>
  );
}

interface PastDueProps {
  subscription: SubscriptionView;
  onUpdate: () => void;
}

function PastDue({ subscription: { unpaid_invoice_id }, onUpdate }: PastDueProps) {
  return (
    <Notice
      tone="failed"
      title="Your last payment failed"
      action={
        <div className="flex flex-wrap gap-2.5">
          {unpaid_invoice_id !== null && <PayNow invoiceId={unpaid_invoice_id} />}
          <Button variant="secondary" onClick={onUpdate}>
            Update card
          </Button>
        </div>
      }
    >
      Your plan is paused until the payment succeeds; campaigns that are already paid for go on. Pay now with
      a saved card, or add a working one to resume it right away.
    </Notice>
  );
}

/** Shown if no credits are left: when the next credits arrive, and whom to contact for more. */
function OutOfCredits({ subscription }: { subscription: SubscriptionView }) {
  const { balance, loading, failed } = useCredits();
  if (loading || failed || balance > 0) return null;
  const renewal = renews(subscription)
    ? `New credits arrive with the renewal on ${nextPaymentDay(subscription.current_period_end)} (UTC). `
    : '';
  return (
    <Notice tone="waiting" title="You have no credits left" action={<ContactSales />}>
      {renewal}
      Buy credits at the price of your plan, or contact our sales team for a larger one.
    </Notice>
  );
}
