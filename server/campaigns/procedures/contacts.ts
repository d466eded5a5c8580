import { z } from 'zod';
import {
  addContactsFields,
  addContactsOutput,
  contactInput,
  contactsOutput,
  contactsPageFields,
} from '#shared/schemas/campaigns.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import { addContacts } from '../preparation/add-contacts.ts';
import { createListProcedure } from '../contact-list/admit-list.ts';
import type { CampaignProcedure } from '../campaign-procedure.ts';
import type { CampaignsDeps } from '../campaigns-deps.ts';
import { contactsOfPayload } from '../contact-list/contact-source.ts';
import { findCampaign } from '../find-campaign.ts';

const reference = z.string().min(1).max(400).describe('The campaign’s id or name');

/** Procedures that list and add contacts. */
export function contactProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  return {
    contacts: campaignProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/campaigns/{id}/contacts/',
          summary: 'A page of a campaign’s contacts',
          successFlag: true,
        },
      })
      .input(contactsPageFields)
      .output(contactsOutput)
      .query(async ({ ctx: { campaign }, input: { page, page_size: size } }) => {
        const { _id: id, total, unusedSeqs } = campaign;
        const contacts = await deps.contacts.page({ id, total, unusedSeqs }, (page - 1) * size, size);
        return { success: true, contacts, total };
      }),

    addContacts: createListProcedure(deps)
      .input(z.object({ campaign: reference }))
      .use(async ({ ctx, input, next }) =>
        next({ ctx: { ...ctx, campaign: await findCampaign(deps, ctx.user.uid, input.campaign) } }),
      )
      .meta({
        rest: {
          method: 'POST',
          path: '/contacts/csv-upload/{campaign}/',
          summary: 'Add a list of contacts',
          idempotent: true,
          successFlag: true,
        },
      })
      .input(addContactsFields)
      .output(addContactsOutput)
      .mutation(async ({ ctx, input }) => {
        const added = await addContacts(deps, ctx, contactsOfPayload(input.contacts));
        return { success: true, ...added };
      }),

    addContact: protectedProcedure
      .input(z.object({ campaign_name: reference }))
      .use(async ({ ctx, input, next }) =>
        next({ ctx: { ...ctx, campaign: await findCampaign(deps, ctx.user.uid, input.campaign_name) } }),
      )
      .meta({
        rest: {
          method: 'POST',
          path: '/contacts/add-new-contact/',
          status: 201,
          summary: 'Add one contact',
          idempotent: true,
          successFlag: true,
        },
      })
      .input(contactInput)
      .output(addContactsOutput)
      .mutation(async ({ ctx, input }) => {
        const added = await addContacts(deps, ctx, contactsOfPayload([input]));
        return { success: true, ...added };
      }),
  };
}
