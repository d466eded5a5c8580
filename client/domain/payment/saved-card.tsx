import { CreditCard } from 'lucide-react';
import { cardExpiry } from '#shared/billing/card-expiry.ts';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { RadioCardOption } from '#client/ui/controls/radio-cards.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';

/** A saved card as a radio option; one that has expired cannot be chosen. */
export function savedCardOption(
  { id, card }: PaymentMethodView,
  defaultId: string | undefined,
): RadioCardOption {
  const expiry = expiryOf(card);
  const badge = expiry === 'valid' ? id === defaultId && <DefaultBadge /> : <ExpiryBadge card={card} />;
  return {
    value: id,
    media: <CardSign />,
    title: cardName(card),
    description: expiryText(card),
    ...(badge !== false && { aside: badge }),
    disabled: expiry === 'expired',
  };
}

export function DefaultBadge() {
  return (
    <StatusPill tone="neutral" dot={false}>
      Default
    </StatusPill>
  );
}

/** A card with its expiry date, which is marked if it is near or past. */
export function CardLine({ card }: { card: Card }) {
  return (
    <>
      <CardSign />
      <div className="min-w-34 flex-1">
        <p className="font-medium">{cardName(card)}</p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
          {expiryText(card)}
          <ExpiryBadge card={card} />
        </p>
      </div>
    </>
  );
}

function ExpiryBadge({ card }: { card: Card }) {
  const state = expiryOf(card);
  if (state === 'valid') return null;
  return (
    <StatusPill tone={state === 'expired' ? 'failed' : 'waiting'} dot={false}>
      {state === 'expired' ? 'Expired' : 'Expires soon'}
    </StatusPill>
  );
}

function CardSign() {
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

/** Returns whether a card can be charged today. */
export function expiryOf({ exp_month, exp_year }: Card) {
  return cardExpiry(exp_month, exp_year, new Date());
}

/** Returns "Expires 08/29", or "Expired 08/24". */
function expiryText(card: Card): string {
  const { exp_month, exp_year } = card;
  const verb = expiryOf(card) === 'expired' ? 'Expired' : 'Expires';
  return `${verb} ${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`;
}
