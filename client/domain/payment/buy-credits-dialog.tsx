import { useState } from 'react';
import { CREDIT_PACKS, creditsPrice, packFor, type CreditPack } from '#shared/billing/credit-packs.ts';
import { formatCount, formatMoney } from '#shared/formats.ts';
import { findPlan, type Plan } from '#shared/plans.ts';
import { trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { ChooseCard, useChosenCard } from './choose-card.tsx';
import type { CreditOrder } from './use-buy-credits.ts';

interface BuyCreditsDialogProps {
  /** How many are missing; the smallest pack that has them is chosen at first. */
  missing: number;
  onBuy: (order: CreditOrder) => void;
  onClose: () => void;
}

/** Asks which pack of credits is bought with which saved card. */
export default function BuyCreditsDialog({ missing, onBuy, onClose }: BuyCreditsDialogProps) {
  const [pack, setPack] = useState<CreditPack>(packFor(missing));
  const card = useChosenCard();
  const plan = findPlan(trpc.billing.subscription.useQuery().data?.planId ?? '');
  const price = priceText(pack);
  return (
    <FormDialog
      title="Buy credits"
      description="A credit costs $0.01, as in your plan. Credits are added at once and roll over from month to month."
      size="lg"
      submitLabel={`Pay ${price}`}
      busyText="Paying..."
      busy={false}
      disabled={card.choice === undefined}
      onSubmit={() => {
        if (card.choice !== undefined) onBuy({ credits: pack, cardId: card.choice });
      }}
      onClose={onClose}
    >
      <Field label="Credits">
        <RadioCards
          className="sm:grid-cols-2"
          value={String(pack)}
          onValueChange={(value) => {
            setPack(CREDIT_PACKS.find((one) => String(one) === value) ?? pack);
          }}
          options={CREDIT_PACKS.map((credits) => ({
            value: String(credits),
            title: formatCount(credits, 'credit'),
            ...(plan !== undefined && { description: callsText(plan, credits) }),
            aside: priceText(credits),
          }))}
        />
      </Field>
      <ChooseCard {...card} />
    </FormDialog>
  );
}

function priceText(credits: number): string {
  return formatMoney(creditsPrice(credits) / 100);
}

/** Calls beyond the allowance have another price than those within it. */
function callsText({ benefits: { creditsPerCall, creditsPerExtraCall } }: Plan, credits: number): string {
  const [least, most] = [creditsPerCall, creditsPerExtraCall]
    .map((price) => Math.floor(credits / price))
    .sort((a, b) => a - b);
  return `${String(least)} to ${formatCount(most ?? 0, 'call')}`;
}
