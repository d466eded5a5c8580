import { useState } from 'react';
import { Redirect } from 'wouter';
import { findPlan, type Plan, monthlyAllowance } from '#shared/plans.ts';
import { formatNumber, formatMoney } from '#shared/formats.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { InvoiceDetails } from '#client/features/billing/business/invoice-details.tsx';
import { CardElements } from '#client/features/billing/cards/card-elements.tsx';
import { useCardClient } from '#client/domain/payment/card-client.ts';
import { readStoredPlan } from '#client/features/billing/plans/stored-plan.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { PaymentForm, type PaymentEntries } from './payment-form.tsx';
import { PaymentNotAvailable, PaymentProblem } from './payment-problems.tsx';
import { useCheckout } from './use-payment.ts';

/** Payment page of the plan chosen on /billing. */
export default function PaymentsPage() {
  const { uid } = useUser();
  const [chosen] = useState(() => readStoredPlan(uid));
  const plan = chosen?.paymentSuccess === false ? findPlan(chosen.planId) : undefined;
  if (plan === undefined) return <Redirect to={paths.billing} replace />;
  return (
    <div className="max-w-260">
      <PageHeader title="Payment" text={`${plan.title} plan, billed monthly.`} />
      <div className="mt-7 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="max-lg:order-last">
          <PlanPayment plan={plan} />
        </div>
        <OrderSummary plan={plan} />
      </div>
    </div>
  );
}

/** Opens the checkout and loads the payment form's data. */
function PlanPayment({ plan }: { plan: Plan }) {
  const cardClient = useCardClient();
  const checkout = useCheckout(plan);
  const savedCards = trpc.billing.paymentMethods.useQuery();
  const defaultCard = trpc.billing.defaultPaymentMethod.useQuery();
  const [fieldsFailed, setFieldsFailed] = useState(false);
  // Kept here, because the form is mounted again for each checkout.
  const [entries, setEntries] = useState<PaymentEntries>({});
  // The invoice of an open payment cannot change: the server opens another one with the new details.
  const onDetailsSaved = () => checkout.refetch();

  const failed = [checkout, cardClient].find(({ isError }) => isError);
  if (failed !== undefined) {
    const onTryAgain = () => void failed.refetch();
    return <PaymentProblem error={failed.error} busy={failed.isFetching} onTryAgain={onTryAgain} />;
  }
  if (fieldsFailed) return <PaymentNotAvailable />;
  if (!cardClient.isSuccess || !checkout.isSuccess || savedCards.isPending || defaultCard.isPending)
    return <Loading />;
  return (
    <div className="grid gap-4">
      <InvoiceDetails onSaved={onDetailsSaved} />
      <CardElements
        key={checkout.data.clientSecret}
        stripe={cardClient.data}
        clientSecret={checkout.data.clientSecret}
      >
        <PaymentForm
          plan={plan}
          checkout={checkout.data}
          // If the saved cards fail to load, a new card still works.
          savedCards={savedCards.data?.payment_methods ?? []}
          defaultCard={defaultCard.data?.payment_method?.id}
          entries={entries}
          onEntries={(changed) => {
            setEntries((kept) => ({ ...kept, ...changed }));
          }}
          onLoadError={() => {
            setFieldsFailed(true);
          }}
        />
      </CardElements>
    </div>
  );
}

function Loading() {
  return (
    <Card>
      <CardBody>
        <SkeletonGroup className="grid gap-5">
          {['address', 'phone', 'number', 'expiry'].map((field) => (
            <div key={field}>
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className="mt-2 h-10" />
            </div>
          ))}
          <Skeleton className="ml-auto h-11 w-44" />
        </SkeletonGroup>
      </CardBody>
    </Card>
  );
}

/** Order summary beside the payment form. */
function OrderSummary({ plan }: { plan: Plan }) {
  const lines: [label: string, value: string][] = [
    ['Credits a month', formatNumber(plan.benefits.assignedCredits)],
    ['Calls included', formatNumber(monthlyAllowance(plan))],
    ['Renews', 'Every month'],
  ];
  return (
    <Card aria-label="Your order">
      <CardHeader>
        <CardTitle>{plan.title} plan</CardTitle>
        <TextLink href={paths.billing}>Change</TextLink>
      </CardHeader>
      <CardBody>
        <dl className="grid gap-2.5">
          {lines.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-ink-2">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </CardBody>
      <CardFooter className="justify-between">
        <span>
          <span className="block font-medium">Due today</span>
          <span className="block text-sm text-ink-3">Tax included</span>
        </span>
        <span className="text-xl font-semibold">{formatMoney(plan.amount)}</span>
      </CardFooter>
    </Card>
  );
}
