import {
  autoPurchaseInput,
  autoPurchaseOutput,
  type AutoPurchaseView,
} from '#shared/schemas/billing/auto-purchase.ts';
import { noFields } from '#shared/schemas/options.ts';
import { CREDIT_PACKS } from '#shared/billing/credit-packs.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { billingProcedure } from '#server/features/billing/billing-procedure.ts';
import { turnOnAutoPurchase } from '#server/features/billing/purchases/automatic/auto-purchase.ts';
import type { AutoPurchase } from '#server/features/billing/purchases/automatic/auto-purchase-store.ts';
import { monthOf } from '#server/features/billing/purchases/automatic/decide-auto-purchase.ts';

/** The automatic purchase of credits. No documented path has it: API keys cannot change it. */
export function autoPurchaseProcedures(deps: BillingDeps) {
  const current = async (uid: string) =>
    present(await deps.autoPurchases.byUid(uid), monthOf(deps.clock.now()));
  return {
    autoPurchase: billingProcedure.output(autoPurchaseOutput).query(({ ctx }) => current(ctx.user.uid)),

    turnOnAutoPurchase: billingProcedure
      .input(autoPurchaseInput)
      .output(autoPurchaseOutput)
      .mutation(async ({ ctx, input }) => {
        await turnOnAutoPurchase(deps, ctx.user, input);
        return current(ctx.user.uid);
      }),

    turnOffAutoPurchase: billingProcedure
      .input(noFields)
      .output(autoPurchaseOutput)
      .mutation(async ({ ctx }) => {
        await deps.autoPurchases.turnOff(ctx.user.uid);
        return current(ctx.user.uid);
      }),
  };
}

const NEVER_SET: AutoPurchaseView = { on: false, settings: null, bought: 0, stopped: null };

function present(purchase: AutoPurchase | undefined, thisMonth: string): AutoPurchaseView {
  if (purchase === undefined) return NEVER_SET;
  const { threshold, credits, maxPerMonth: max_per_month, cardId: paymentMethodId } = purchase;
  // A pack that is no longer sold has to be chosen anew.
  const pack = CREDIT_PACKS.find((one) => one === credits);
  return {
    on: purchase.onSince !== undefined,
    settings: pack === undefined ? null : { threshold, credits: pack, max_per_month, paymentMethodId },
    bought: purchase.month === thisMonth ? purchase.bought : 0,
    stopped: purchase.stopped ?? null,
  };
}
