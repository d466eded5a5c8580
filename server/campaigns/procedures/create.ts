import { createCampaignInput, createCampaignOutput } from '#shared/schemas/campaigns.ts';
import { createListProcedure } from '../contact-list/admit-list.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import { contactsOfPayload } from '../contact-list/contact-source.ts';
import { createCampaign } from '../preparation/create-campaign.ts';

/** Creates a campaign from a JSON body; `uploads-router.ts` accepts files on the same path. */
export function createProcedures(deps: CampaignsDeps) {
  return {
    create: createListProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: '/api/campaigns/create/',
          status: 201,
          summary: 'Create a campaign and hold its credits',
          idempotent: true,
          successFlag: true,
        },
      })
      .input(createCampaignInput)
      .output(createCampaignOutput)
      .mutation(({ ctx, input: { contacts, ...draft } }) =>
        createCampaign(deps, {
          user: ctx.user,
          draft,
          source: contactsOfPayload(contacts),
          idempotencyKey: ctx.idempotencyKey,
        }),
      ),
  };
}
