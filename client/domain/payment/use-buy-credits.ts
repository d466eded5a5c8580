import { useRef } from 'react';
import type { CreditPack } from '#shared/billing/credit-packs.ts';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshBilling } from './billing-cache.ts';
import { FINISH_OPTIONS, useCompleteAttempt } from './complete-attempt.ts';

/** What is bought with which card. */
export interface CreditOrder {
  credits: CreditPack;
  cardId: string;
}

/** Shown if the charge succeeded and the credits could not be added at once. */
export const CREDITS_FOLLOW = 'Your payment succeeded. The credits are added within minutes.';

/**
 * Returns a function that buys credits and says how that ended. An order without an answer is sent again under its key.
 * Resolves to whether the order is paid and its credits are still to be added.
 */
export function useBuyCredits(): (order: CreditOrder) => Promise<boolean> {
  const utils = trpc.useUtils();
  const refresh = useRefreshBilling();
  const { mutateAsync: finish } = trpc.billing.finishPurchase.useMutation(FINISH_OPTIONS);
  const complete = useCompleteAttempt((paymentIntentId) => finish({ paymentIntentId }));
  const unanswered = useRef<{ order: string; key: string }>(undefined);
  const send = async ({ credits, cardId: paymentMethodId }: CreditOrder) => {
    const order = `${String(credits)} ${paymentMethodId}`;
    if (unanswered.current?.order !== order) unanswered.current = { order, key: newRequestKey() };
    const context = { requestKey: unanswered.current.key };
    // Kept after any error: what was sent before it may still be charged. A refusal frees the key on the server.
    const result = await utils.client.billing.buyCredits.mutate({ credits, paymentMethodId }, { context });
    unanswered.current = undefined;
    return result;
  };
  return async (order) => {
    try {
      const result = await send(order);
      const end = await complete(result, order.cardId);
      if (end.kind === 'finished') toast.success(boughtText(order, result));
      else if (end.kind === 'unfinished') toast.info(CREDITS_FOLLOW);
      else toast.error(end.text);
      return end.kind === 'unfinished';
    } catch (error) {
      toast.error(errorText(error, 'Payment failed. Please try again.'));
      return false;
    } finally {
      refresh();
    }
  };
}

function boughtText(
  { credits }: CreditOrder,
  { payment, balance }: { payment: string; balance: number },
): string {
  const added = `${formatCount(credits, 'credit')} added.`;
  // The balance of an attempt that waited for the bank is the one before it.
  return payment === 'paid' ? `${added} Your balance is ${formatNumber(balance)}.` : added;
}
