import type { AutoPurchaseView } from '#shared/schemas/billing/auto-purchase.ts';
import { trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Returns the mutation that turns the automatic purchase on; `onDone` follows it. */
export function useTurnOn(onDone?: () => void) {
  const show = useShow('Automatic purchase is on.');
  return trpc.billing.turnOnAutoPurchase.useMutation({
    async onSuccess(view) {
      await show(view);
      onDone?.();
    },
  });
}

/** Returns the mutation that turns the automatic purchase off. */
export function useTurnOff() {
  return trpc.billing.turnOffAutoPurchase.useMutation({ onSuccess: useShow('Automatic purchase is off.') });
}

function useShow(said: string) {
  const { billing } = trpc.useUtils();
  return async (view: AutoPurchaseView) => {
    // A fetch in flight may predate the change.
    await billing.autoPurchase.cancel();
    billing.autoPurchase.setData(undefined, view);
    toast.success(said);
  };
}
