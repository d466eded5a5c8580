import { router } from '#server/platform/trpc/trpc.ts';
import { createCampaignProcedure } from './campaign-procedure.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { contactProcedures } from './procedures/contact-lists.ts';
import { createDraftsRouter } from './drafts/drafts-router.ts';
import { lifecycleProcedures } from './procedures/lifecycle.ts';
import { readProcedures } from './procedures/read.ts';

/** All campaign procedures: the documented REST paths and those that only the screens use. */
export function createCampaignsRouter(deps: CampaignsDeps) {
  const campaignProcedure = createCampaignProcedure(deps);
  return router({
    ...readProcedures(deps, campaignProcedure),
    ...lifecycleProcedures(deps, campaignProcedure),
    ...contactProcedures(deps, campaignProcedure),
    drafts: createDraftsRouter(deps),
  });
}
