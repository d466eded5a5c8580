import { router } from '#server/trpc/trpc.ts';
import type { BillingDeps } from './billing-deps.ts';
import { catalogueProcedures } from './procedures/catalogue.ts';
import { cardProcedures } from './procedures/cards.ts';
import { paymentProcedures } from './procedures/payments.ts';
import { recordProcedures } from './procedures/records.ts';

/** Every billing path of A §7 and contract §6, and what only the screens ask. */
export function createBillingRouter(deps: BillingDeps) {
  return router({
    ...catalogueProcedures(deps),
    ...paymentProcedures(deps),
    ...cardProcedures(deps),
    ...recordProcedures(deps),
  });
}
