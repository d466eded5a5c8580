import { useWatch } from 'react-hook-form';
import { CREDIT_PACKS, creditsPrice } from '#shared/billing/credit-packs.ts';
import { formatCount, formatMoney, formatNumber } from '#shared/formats.ts';
import {
  autoPurchaseInput,
  MAX_AUTO_PACKS,
  type AutoPurchaseInput,
  type AutoPurchaseView,
} from '#shared/schemas/billing/auto-purchase.ts';
import { useCredits } from '#client/app/use-account.ts';
import { ChooseCard, useChosenCard } from '#client/domain/payment/choose-card.tsx';
import { MutationDialog, useZodForm } from '#client/kit/mutation-dialog.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput, TextInput } from '#client/ui/controls/inputs.tsx';
import { numberIn } from '#client/features/billing/number-in.ts';
import { timesText, willBuyText } from './auto-purchase-text.ts';
import { useTurnOn } from './use-auto-purchase.ts';

const settingsSchema = autoPurchaseInput.omit({ paymentMethodId: true });

interface AutoPurchaseDialogProps {
  view: AutoPurchaseView;
  onClose: () => void;
}

/** Asks when credits are bought automatically, how many, how often at most and with which card; it is on afterwards. */
export default function AutoPurchaseDialog({ view, onClose }: AutoPurchaseDialogProps) {
  const { paymentMethodId, ...settings } = view.settings ?? { ...FIRST, paymentMethodId: undefined };
  const form = useZodForm(settingsSchema, settings);
  const card = useChosenCard(paymentMethodId);
  const turnOn = useTurnOn(onClose);
  return (
    <MutationDialog
      title="Automatic purchase"
      description="Credits cost $0.01 each and roll over. A month is a calendar month in UTC."
      submitLabel={view.on ? 'Save' : 'Turn on'}
      busyText="Saving..."
      size="lg"
      className="grid gap-4 sm:grid-cols-3"
      disabled={card.choice === undefined}
      form={form}
      mutation={turnOn}
      inputOf={(values) =>
        card.choice === undefined ? undefined : { ...values, paymentMethodId: card.choice }
      }
      onClose={onClose}
    >
      <Field label="Buy below" error={form.errorOf('threshold')}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          {...form.register('threshold', { setValueAs: (typed: string | number) => numberIn(String(typed)) })}
        />
      </Field>
      <Field label="Credits to buy" error={form.errorOf('credits')}>
        <SelectInput options={PACKS} {...form.register('credits', { valueAsNumber: true })} />
      </Field>
      <Field label="At most" error={form.errorOf('max_per_month')}>
        <SelectInput options={TIMES} {...form.register('max_per_month', { valueAsNumber: true })} />
      </Field>
      <div className="grid gap-4 sm:col-span-3">
        <ChooseCard {...card} onLeave={onClose} />
        <Outcome values={useWatch({ control: form.control })} />
      </div>
    </MutationDialog>
  );
}

/** What will happen with the values as they are, unless one of them is wrong. */
function Outcome({ values }: { values: Partial<AutoPurchaseInput> }) {
  const { balance, loading, failed } = useCredits();
  const settings = settingsSchema.safeParse(values);
  if (!settings.success) return null;
  const isLow = !loading && !failed && balance < settings.data.threshold;
  return (
    <p className="text-ink-2">
      {willBuyText(settings.data)}
      {isLow && ` You have ${formatCount(balance, 'credit')} now, so the first are bought within a minute.`}
    </p>
  );
}

const FIRST = { threshold: 2_000, credits: CREDIT_PACKS[0], max_per_month: 3 };

const PACKS = CREDIT_PACKS.map((credits) => ({
  value: String(credits),
  label: `${formatNumber(credits)} for ${formatMoney(creditsPrice(credits) / 100)}`,
}));

const TIMES = Array.from({ length: MAX_AUTO_PACKS }, (_, index) => ({
  value: String(index + 1),
  label: `${timesText(index + 1)} a month`,
}));
