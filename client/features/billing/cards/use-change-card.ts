import { errorCode, errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { useRefreshBilling } from '#client/domain/payment/billing-cache.ts';
import { useOverduePayment } from '#client/features/billing/overdue/use-overdue-payment.ts';

/** Makes a saved card the default, pays an overdue invoice with it and reports the result in a toast. */
export function useChangeCard() {
  const refresh = useRefreshBilling();
  const complete = useOverduePayment();
  const update = trpc.billing.updatePaymentMethod.useMutation();

  return {
    busy: update.isPending,
    /** Resolves to whether the card is now the default. */
    change: async (cardId: string): Promise<boolean> => {
      try {
        const changed = await update.mutateAsync({ paymentMethodId: cardId });
        const end = await complete(changed, changed.payment_method.id);
        if (end.kind === 'finished') toast.success('Payment method updated.');
        else if (end.kind === 'unfinished')
          toast.info('Payment method updated. Your plan is active again within minutes.');
        else toast.error(end.text);
        return end.kind !== 'unpaid';
      } catch (error) {
        const text = 'Failed to update payment method';
        // Who declined to confirm who they are has to be told that nothing else failed.
        toast.error(errorCode(error) === 'REAUTHENTICATION_REQUIRED' ? errorText(error, text) : text);
        return false;
      } finally {
        refresh();
      }
    },
  };
}
