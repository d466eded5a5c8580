import { CreditCard } from 'lucide-react';
import type { PaymentMethodView } from '#shared/schemas/billing.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { RadioCardOption } from '#client/ui/controls/radio-cards.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { brandName, expiry } from './card-text.ts';

/** A saved card as a radio option. */
export function savedCardOption({ id, card }: PaymentMethodView, defaultId?: string): RadioCardOption {
  return {
    value: id,
    media: <CardSign />,
    title: `${brandName(card.brand)} ending in ${card.last4}`,
    description: `Expires ${expiry(card)}`,
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
