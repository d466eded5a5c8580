import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { returnUrl, refusalText, statusText } from '#client/domain/payment/charge.ts';
import { CARD_OPTIONS, CardElements } from './card-elements.tsx';
import { useCardClient } from '#client/domain/payment/card-client.ts';
import { useChangeCard } from './use-change-card.ts';

interface AddCardProps {
  /** Called after the card is saved or the form is cancelled. */
  onClose: () => void;
}

/** Form for a new default card. Rendered in the page: a 3-D Secure window cannot open above a modal dialog. */
export function AddCard({ onClose }: AddCardProps) {
  const { client } = trpc.useUtils();
  const cardClient = useCardClient();
  const setup = useQuery({
    queryKey: ['card-setup'],
    queryFn: () => client.billing.beginCardSetup.mutate(),
    staleTime: Infinity,
    gcTime: 0,
  });
  const failed = [cardClient, setup].find(({ isError }) => isError);
  if (failed !== undefined)
    return <LoadError onRetry={() => void failed.refetch()} busy={failed.isFetching} />;
  if (!cardClient.isSuccess || !setup.isSuccess) return <Skeleton className="h-24" />;
  return (
    <CardElements stripe={cardClient.data} clientSecret={setup.data.clientSecret}>
      <AddCardForm onClose={onClose} />
    </CardElements>
  );
}

function AddCardForm({ onClose }: AddCardProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { change } = useChangeCard();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busyRef = useRef(false);

  const save = async () => {
    if (stripe === null || elements === null || busyRef.current) return;
    busyRef.current = true;
    setBusy(true);
    setProblem(undefined);
    const saved = await saveTypedCard(stripe, elements);
    if (saved.kind === 'refused') setProblem(saved.text);
    if (saved.kind === 'saved') {
      await change(saved.cardId);
      onClose();
    }
    busyRef.current = false;
    setBusy(false);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };

  return (
    <form onSubmit={onSubmit} noValidate aria-label="New card" className="grid gap-4">
      <PaymentElement
        options={CARD_OPTIONS}
        onReady={(element) => {
          setReady(true);
          element.focus();
        }}
        onLoadError={() => {
          setProblem('Unable to load payment form. Please check your connection and try again.');
        }}
      />
      {problem !== undefined && <Notice tone="failed">{problem}</Notice>}
      <p className="text-sm text-ink-3">
        Your card will be saved and charged each month until you cancel the plan.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" disabled={!ready} busy={busy} busyText="Saving...">
          Save Card
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Result of saving the entered card. `incomplete` is shown at its field. */
type SavedTypedCard =
  { kind: 'saved'; cardId: string } | { kind: 'incomplete' } | { kind: 'refused'; text: string };

/** Saves the entered card without a payment; may trigger 3-D Secure. */
async function saveTypedCard(stripe: Stripe, elements: StripeElements): Promise<SavedTypedCard> {
  const form = await elements.submit();
  if (form.error !== undefined) return { kind: 'incomplete' };
  const { error, setupIntent } = await stripe.confirmSetup({
    elements,
    confirmParams: { return_url: returnUrl() },
    redirect: 'if_required',
  });
  if (error !== undefined) return { kind: 'refused', text: refusalText(error) };
  const { payment_method: card, status } = setupIntent;
  const cardId = typeof card === 'string' ? card : card?.id;
  if (status === 'succeeded' && cardId !== undefined) return { kind: 'saved', cardId };
  return { kind: 'refused', text: statusText(status) };
}
