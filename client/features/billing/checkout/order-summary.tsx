import { formatNumber, formatMoney } from '#shared/formats.ts';
import { monthlyAllowance, type Plan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { TextLink } from '#client/ui/controls/text-link.tsx';

/** Order summary beside the payment form. */
export function OrderSummary({ plan }: { plan: Plan }) {
  const lines: [label: string, value: string][] = [
    ['Credits a month', formatNumber(plan.benefits.assignedCredits)],
    ['Calls they pay for', formatNumber(monthlyAllowance(plan))],
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
