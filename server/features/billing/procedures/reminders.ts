import { creditAlertSchema } from '#shared/schemas/billing/credit-alert.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { billingProcedure } from '#server/features/billing/billing-procedure.ts';
import { setCreditAlert } from '#server/features/billing/reminders/credit-alerts.ts';

/** The reminder about low credits. */
export function reminderProcedures(deps: BillingDeps) {
  const current = async (uid: string) => ({ threshold: (await deps.alerts.byUid(uid))?.threshold ?? null });
  return {
    creditAlert: billingProcedure.output(creditAlertSchema).query(({ ctx }) => current(ctx.user.uid)),

    /** Sets the threshold; null turns the reminder off. */
    setCreditAlert: billingProcedure
      .input(creditAlertSchema)
      .output(creditAlertSchema)
      .mutation(async ({ ctx, input }) => {
        await setCreditAlert(deps, ctx.user, input.threshold);
        return current(ctx.user.uid);
      }),
  };
}
