import { AddressElement, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { Lock } from 'lucide-react';
import type { StripeAddressElementChangeEvent } from '@stripe/stripe-js';
import { useState, type SubmitEvent } from 'react';
import type { Plan } from '#shared/plans.ts';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { RadioCards } from '#client/ui/controls/radio-cards.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { PaymentModals } from './payment-modals.tsx';
import { CARD_OPTIONS } from '#client/features/billing/cards/card-elements.tsx';
import { preselectedCard } from '#client/domain/payment/preselected-card.ts';
import { savedCardOption } from '#client/domain/payment/saved-card.tsx';
import { type Checkout, usePayment } from './use-payment.ts';

/** Radio value of the new card option. */
const NEW_CARD = 'new';

/** What was entered outside of the card fields. */
export interface PaymentEntries {
  /** Id of a saved card, or `NEW_CARD`. */
  choice?: string;
  address?: StripeAddressElementChangeEvent['value'];
}

interface PaymentFormProps {
  plan: Plan;
  checkout: Checkout;
  savedCards: readonly PaymentMethodView[];
  /** Id of the default one of the saved cards, if there is one. */
  defaultCard: string | undefined;
  /** The entries of an earlier form; read on mount. */
  entries: PaymentEntries;
  onEntries: (changed: PaymentEntries) => void;
  /** Called if Stripe's fields could not be loaded. */
  onLoadError: () => void;
}

/** Payment form: a saved card or a new one. */
export function PaymentForm({
  plan,
  checkout,
  savedCards,
  defaultCard,
  entries,
  onEntries,
  onLoadError,
}: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { phase, pay, paid, dismiss } = usePayment(plan, checkout);
  // Snapshot from mount: the card being charged is added to the list before the form unmounts.
  const [cards] = useState(savedCards);
  const [choice, setChoice] = useState(
    () => entries.choice ?? preselectedCard(cards, defaultCard) ?? NEW_CARD,
  );
  const [fieldsReady, setFieldsReady] = useState(false);
  const typed = choice === NEW_CARD;
  const ready = stripe !== null && elements !== null && (!typed || fieldsReady);

  const onChoose = (value: string) => {
    setChoice(value);
    onEntries({ choice: value });
  };
  const submit = () => void pay(typed ? { kind: 'typed' } : { kind: 'saved', id: choice });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (ready) submit();
  };
  const onTryAgain = () => {
    if (paid()) submit();
    else dismiss();
  };

  return (
    <form onSubmit={onSubmit} noValidate>
      <Card>
        {cards.length > 0 && (
          <CardChoice cards={cards} defaultCard={defaultCard} value={choice} onChoose={onChoose} />
        )}
        {/* Stays mounted while a saved card is selected, so that entered card data is kept. */}
        <NewCard
          hidden={!typed}
          ready={fieldsReady}
          address={entries.address}
          onAddress={(address) => {
            onEntries({ address });
          }}
          onReady={() => {
            setFieldsReady(true);
          }}
          onLoadError={onLoadError}
        />
        <CardFooter className="justify-between">
          <p className="flex items-center gap-2 text-sm text-ink-3">
            <Icon icon={Lock} size={15} />
            Card details go straight to Stripe.
          </p>
          <Button
            type="submit"
            size="lg"
            disabled={!ready}
            busy={phase.kind === 'processing'}
            className="max-sm:w-full"
          >
            Complete Payment
          </Button>
        </CardFooter>
      </Card>
      <PaymentModals phase={phase} onDismiss={dismiss} onTryAgain={onTryAgain} />
    </form>
  );
}

interface CardChoiceProps {
  cards: readonly PaymentMethodView[];
  defaultCard: string | undefined;
  value: string;
  onChoose: (value: string) => void;
}

function CardChoice({ cards, defaultCard, value, onChoose }: CardChoiceProps) {
  return (
    <>
      <CardHeader>
        <CardTitle>Payment method</CardTitle>
      </CardHeader>
      <CardBody>
        <RadioCards
          aria-label="Payment method"
          value={value}
          onValueChange={onChoose}
          options={[
            ...cards.map((card) => savedCardOption(card, defaultCard)),
            { value: NEW_CARD, title: 'Use a new payment method' },
          ]}
        />
      </CardBody>
    </>
  );
}

interface NewCardProps {
  hidden: boolean;
  ready: boolean;
  /** Filled in on mount. */
  address: PaymentEntries['address'];
  onAddress: (address: StripeAddressElementChangeEvent['value']) => void;
  onReady: () => void;
  onLoadError: () => void;
}

function NewCard({ hidden, ready, address, onAddress, onReady, onLoadError }: NewCardProps) {
  const { display_name } = useUser();
  const [addressOptions] = useState(() => addressOptionsFor(address ?? { name: display_name }));
  return (
    <div hidden={hidden}>
      <CardHeader>
        <CardTitle>Billing address</CardTitle>
      </CardHeader>
      <CardBody>
        {!ready && <FieldsSkeleton />}
        <div className={cx(!ready && 'sr-only')}>
          <AddressElement
            options={addressOptions}
            onChange={({ value }) => {
              onAddress(value);
            }}
          />
        </div>
      </CardBody>
      <CardHeader>
        <CardTitle>Card</CardTitle>
      </CardHeader>
      <CardBody>
        {!ready && <FieldsSkeleton />}
        <div className={cx(!ready && 'sr-only')}>
          <PaymentElement options={CARD_OPTIONS} onReady={onReady} onLoadError={onLoadError} />
        </div>
        <p className="mt-4 text-sm text-ink-3">
          Your card will be saved and charged each month until you cancel the plan.
        </p>
      </CardBody>
    </div>
  );
}

function addressOptionsFor(defaultValues: { name: string }) {
  return {
    mode: 'billing',
    fields: { phone: 'always' },
    validation: { phone: { required: 'always' } },
    defaultValues,
  } as const;
}

function FieldsSkeleton() {
  return (
    <div aria-hidden className="grid gap-4">
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
