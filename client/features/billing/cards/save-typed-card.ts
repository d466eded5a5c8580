import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { returnUrl } from '#client/features/billing/checkout/charge.ts';
import { refusalText, statusText } from '#client/features/billing/checkout/payment-text.ts';

/** Result of saving the entered card. `incomplete` is shown at its field. */
export type SavedTypedCard =
  { kind: 'saved'; cardId: string } | { kind: 'incomplete' } | { kind: 'refused'; text: string };

/** Saves the entered card without a payment; may trigger 3-D Secure. */
export async function saveTypedCard(stripe: Stripe, elements: StripeElements): Promise<SavedTypedCard> {
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
