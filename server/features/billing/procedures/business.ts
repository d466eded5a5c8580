import type { z } from 'zod';
import { businessDetailsInput, businessDetailsOutput } from '#shared/schemas/calling/business-details.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { billingProcedure } from '#server/features/billing/billing-procedure.ts';
import { saveBusinessDetails } from '#server/features/billing/business/save-business-details.ts';

/** Company, address and tax number on the caller's invoices. */
export function businessProcedures(deps: BillingDeps) {
  const current = async (uid: string): Promise<z.output<typeof businessDetailsOutput>> => {
    const { taxIdRefused, ...details } = await deps.business.of(uid);
    return { ...details, tax_id_refused: taxIdRefused };
  };
  return {
    businessDetails: billingProcedure.output(businessDetailsOutput).query(({ ctx }) => current(ctx.user.uid)),

    updateBusinessDetails: billingProcedure
      .input(businessDetailsInput)
      .output(businessDetailsOutput)
      .mutation(async ({ ctx, input }) => {
        await saveBusinessDetails(deps, ctx.user.uid, input);
        return current(ctx.user.uid);
      }),
  };
}
