import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { paths } from '#client/app/routing/paths.ts';
import { AUTHENTICATION_NEEDED, declineText, refusalText, statusText } from './payment-text.ts';

type SavedCardResult = inferRouterOutputs<AppRouter>['billing']['confirmPayment'];

/** Result of a charge attempt. `incomplete` is shown at its field; nothing was charged. */
export type Charge = { kind: 'paid' } | { kind: 'incomplete' } | { kind: 'refused'; text: string };

const PAID: Charge = { kind: 'paid' };
const refused = (text: string): Charge => ({ kind: 'refused', text });

/** Return URL for payments that redirect to the bank. */
export function returnUrl(): string {
  return window.location.origin + paths.billing;
}

/** Charges the entered card; may trigger 3-D Secure. */
export async function chargeTypedCard(stripe: Stripe, elements: StripeElements): Promise<Charge> {
  const form = await elements.submit();
  if (form.error !== undefined) return { kind: 'incomplete' };
  return chargeOf(
    await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: returnUrl() },
      redirect: 'if_required',
    }),
  );
}

/** Finishes a saved-card charge that the server attempted; may trigger 3-D Secure. */
export async function chargeSavedCard(
  stripe: Stripe,
  clientSecret: string,
  result: SavedCardResult,
): Promise<Charge> {
  if (result.success) return PAID;
  if (!result.requiresAction) return refused(declineText(result.error));
  const charge = chargeOf(await stripe.handleNextAction({ clientSecret }));
  return charge.kind === 'paid' ? charge : refused(AUTHENTICATION_NEEDED);
}

/** Pays an open payment intent with a saved card while its holder is present. */
export async function authenticateCard(
  stripe: Stripe,
  clientSecret: string,
  cardId: string,
): Promise<Charge> {
  return chargeOf(
    await stripe.confirmPayment({
      clientSecret,
      confirmParams: { payment_method: cardId, return_url: returnUrl() },
      redirect: 'if_required',
    }),
  );
}

function chargeOf({ error, paymentIntent }: Awaited<ReturnType<Stripe['handleNextAction']>>): Charge {
  if (error !== undefined) {
    if (error.type === 'validation_error') return { kind: 'incomplete' };
    // Another tab has already paid this intent.
    if (error.payment_intent?.status === 'succeeded') return PAID;
    return refused(refusalText(error));
  }
  const status = paymentIntent?.status;
  return status === 'succeeded' || status === 'processing' ? PAID : refused(statusText(status));
}
