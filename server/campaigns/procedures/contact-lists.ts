import { z } from 'zod';
import {
  createCampaignInput,
  createCampaignOutput,
  addContactsFields,
  addContactsOutput,
  contactInput,
  contactsOutput,
  contactsPageFields,
} from '#shared/schemas/campaigns.ts';
import { CREATE_CAMPAIGN_PATH } from '#shared/paths.ts';
import { createListProcedure } from '#server/campaigns/contact-list/admit-list.ts';
import { createListUploads } from '#server/campaigns/contact-list/list-uploads.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { contactsOfPayload } from '#server/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/campaigns/preparation/create-campaign.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import { addContacts } from '#server/campaigns/preparation/add-contacts.ts';
import { type CampaignProcedure, findCampaign } from '#server/campaigns/campaign-procedure.ts';

const reference = z.string().min(1).max(400).describe('The campaign’s id or name');

/** Procedures that take or return contacts. Small JSON bodies come here; `list-uploads.ts` receives all others. */
export function contactProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  const uploads = createListUploads(deps);
  return {
    create: createListProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: CREATE_CAMPAIGN_PATH,
          status: 201,
          summary: 'Create a campaign and hold its credits',
          idempotent: true,
          successFlag: true,
          upload: uploads.create,
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
        const { _id: id, total, unusedSeqs, contactsKeptDays } = campaign;
        const list = { id, total, unusedSeqs };
        // Some may still be stored while they are erased in batches.
        const contacts =
          contactsKeptDays === undefined ? await deps.contacts.page(list, (page - 1) * size, size) : [];
        return { success: true, contacts, total, contacts_erased_after_days: contactsKeptDays ?? null };
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
          upload: uploads.addContacts,
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
