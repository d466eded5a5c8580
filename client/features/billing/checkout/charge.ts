import type { Stripe, StripeElements } from '@stripe/stripe-js';
import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { paths } from '#client/app/routing/paths.ts';
import { AUTHENTICATION_NEEDED, declineText, refusalText, statusText } from './payment-text.ts';

type SavedCardAnswer = inferRouterOutputs<AppRouter>['billing']['confirmPayment'];

/** What became of an attempt to take money. `incomplete` shows at its field; nothing was tried. */
export type Charge = { kind: 'paid' } | { kind: 'incomplete' } | { kind: 'refused'; text: string };

const PAID: Charge = { kind: 'paid' };
const refused = (text: string): Charge => ({ kind: 'refused', text });

/** Where the bank sends the browser back to, in the rare case that it has to leave the page. */
export function returnUrl(): string {
  return window.location.origin + paths.billing;
}

/** Charges the card that was typed. The card holder may be asked to authenticate. */
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

/** Finishes a charge with a saved card, which the server tried: its holder may have to authenticate. */
export async function chargeSavedCard(
  stripe: Stripe,
  clientSecret: string,
  answer: SavedCardAnswer,
): Promise<Charge> {
  if (answer.success) return PAID;
  if (!answer.requiresAction) return refused(declineText(answer.error));
  const charge = chargeOf(await stripe.handleNextAction({ clientSecret }));
  return charge.kind === 'paid' ? charge : refused(AUTHENTICATION_NEEDED);
}

/** Pays an open payment with a saved card whose holder is here. */
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
    // A second window was faster: the payment is paid, and that is what was wanted.
    if (error.payment_intent?.status === 'succeeded') return PAID;
    return refused(refusalText(error));
  }
  const status = paymentIntent?.status;
  return status === 'succeeded' || status === 'processing' ? PAID : refused(statusText(status));
}
