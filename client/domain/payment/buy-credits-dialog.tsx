import { useState } from 'react';
import { CREDIT_PACKS, creditsPrice, packFor, type CreditPack } from '#shared/billing/credit-packs.ts';
import { formatCount, formatMoney, formatNumber } from '#shared/formats.ts';
import { findPlan, type Plan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { ChooseCard, useChosenCard } from './choose-card.tsx';
import { CREDITS_FOLLOW, type CreditOrder } from './use-buy-credits.ts';

interface BuyCreditsDialogProps {
  /** How many are missing; the smallest pack that has them is chosen at first. */
  missing: number;
  /** Whether the order before is paid and its credits are still to be added. */
  creditsFollow: boolean;
  onBuy: (order: CreditOrder) => void;
  onClose: () => void;
}

/** Asks which pack of credits is bought with which saved card. */
export default function BuyCreditsDialog({ missing, creditsFollow, onBuy, onClose }: BuyCreditsDialogProps) {
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
      {creditsFollow && (
        <Notice tone="info" title={CREDITS_FOLLOW} className="mb-4">
          Another purchase is charged again.
        </Notice>
      )}
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
      <ChooseCard {...card} onLeave={onClose} />
      <Automatic onLeave={onClose} />
    </FormDialog>
  );
}

/** Leads to the automatic purchase, and says whether it is on. */
function Automatic({ onLeave }: { onLeave: () => void }) {
  const { data } = trpc.billing.autoPurchase.useQuery();
  if (data === undefined) return null;
  return (
    <p className="mt-4 text-sm text-ink-2">
      {data.on ? 'Automatic purchase is on. ' : 'Often short of credits? '}
      <TextLink href={paths.autoPurchase} onClick={onLeave}>
        {data.on ? 'Change it' : 'Set up automatic purchase'}
      </TextLink>
    </p>
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
  return `${formatNumber(least ?? 0)} to ${formatCount(most ?? 0, 'call')}`;
}
