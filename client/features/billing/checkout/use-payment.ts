import { useElements, useStripe } from '@stripe/react-stripe-js';
import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Plan } from '#shared/plans.ts';
import type { paymentIntentOutput } from '#shared/schemas/billing/billing.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSession, useUser } from '#client/app/session/use-session.ts';
import { storePaidPlan } from '#client/features/billing/plans/stored-plan.ts';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';
import {
  chargeSavedCard,
  chargeTypedCard,
  type Charge,
  NOT_FINISHED,
  networkText,
} from '#client/domain/payment/charge.ts';

/** State of a payment. */
export type PaymentPhase =
  | { kind: 'idle' }
  | { kind: 'processing' }
  | { kind: 'failed'; text: string }
  | { kind: 'succeeded'; orderNumber: string };

/** A saved card, or the card entered in the form. */
type ChosenCard = { kind: 'saved'; id: string } | { kind: 'typed' };

/** Pays a checkout and activates the plan. Ignores a second click and never charges twice. */
export function usePayment(plan: Plan, checkout: Checkout) {
  const charge = useCharge(checkout);
  const finish = useFinish(plan, checkout);
  const [phase, setPhase] = useState<PaymentPhase>({ kind: 'idle' });
  const busyRef = useRef(false);
  const paidRef = useRef(false);

  const attempt = async (card: ChosenCard): Promise<PaymentPhase> => {
    if (!paidRef.current) {
      const result = await charge(card);
      if (result.kind === 'incomplete') return { kind: 'idle' };
      if (result.kind === 'refused') return { kind: 'failed', text: result.text };
      paidRef.current = true;
    }
    return finish();
  };

  return {
    phase,
    pay: async (card: ChosenCard) => {
      if (busyRef.current) return;
      busyRef.current = true;
      setPhase({ kind: 'processing' });
      setPhase(await attempt(card));
      busyRef.current = false;
    },
    /** Whether the charge succeeded, so that a retry only finishes the subscription. */
    paid: () => paidRef.current,
    dismiss: () => {
      setPhase({ kind: 'idle' });
    },
  };
}

function useCharge({ clientSecret, paymentIntentId }: Checkout): (card: ChosenCard) => Promise<Charge> {
  const stripe = useStripe();
  const elements = useElements();
  const { mutateAsync: confirm } = trpc.billing.confirmPayment.useMutation();
  return async (card) => {
    if (stripe === null || elements === null) return { kind: 'incomplete' };
    try {
      if (card.kind === 'typed') return await chargeTypedCard(stripe, elements);
      const result = await confirm({ paymentIntentId, paymentMethodId: card.id });
      return await chargeSavedCard(stripe, clientSecret, result);
    } catch (error) {
      return { kind: 'refused', text: networkText(error instanceof Error ? error.message : String(error)) };
    }
  };
}

function useFinish(plan: Plan, { paymentIntentId, customerId }: Checkout): () => Promise<PaymentPhase> {
  const { email, uid } = useUser();
  const { updateUser } = useSession();
  const refresh = useRefreshBilling();
  const { mutateAsync: subscribe } = trpc.billing.createSubscriptionAfterPayment.useMutation();
  return async () => {
    try {
      const { orderNumber, subscriptionId } = await subscribe({
        email,
        customerId,
        planId: plan.id,
        paymentIntentId,
      });
      storePaidPlan(uid, plan, subscriptionId);
      updateUser({ subscribed: true });
      refresh();
      return { kind: 'succeeded', orderNumber };
    } catch {
      return { kind: 'failed', text: NOT_FINISHED };
    }
  };
}

/** An open payment intent that waits for a card. */
export type Checkout = z.infer<typeof paymentIntentOutput>;

/** Opens the checkout of a plan. Idempotent: the server returns the same payment until it is paid. */
export function useCheckout({ productId }: Plan) {
  const { client } = trpc.useUtils();
  return useQuery<Checkout>({
    queryKey: ['checkout', productId],
    queryFn: () => client.billing.createPaymentIntent.mutate({ productId }),
    staleTime: Infinity,
    // Refetched on every mount: another tab may have paid or replaced it.
    gcTime: 0,
  });
}
