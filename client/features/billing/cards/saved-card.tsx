import { CreditCard } from 'lucide-react';
import type { PaymentMethodView } from '#shared/schemas/billing.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { RadioCardOption } from '#client/ui/controls/radio-cards.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';

/** A saved card as a radio option. */
export function savedCardOption({ id, card }: PaymentMethodView, defaultId?: string): RadioCardOption {
  return {
    value: id,
    media: <CardSign />,
    title: cardName(card),
    description: cardExpiry(card),
    ...(id === defaultId && { aside: <DefaultBadge /> }),
  };
}

export function DefaultBadge() {
  return (
    <StatusPill tone="neutral" dot={false}>
      Default
    </StatusPill>
  );
}

export function CardSign() {
  return (
    <span className="grid h-8 w-11 shrink-0 place-items-center rounded-small border border-line bg-sunken text-ink-2">
      <Icon icon={CreditCard} />
    </span>
  );
}

type Card = PaymentMethodView['card'];

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Returns "Visa ending in 4242". */
export function cardName({ brand, last4 }: Card): string {
  return `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
}

/** Returns "Expires 08/29". */
export function cardExpiry({ exp_month, exp_year }: Card): string {
  return `Expires ${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
}
