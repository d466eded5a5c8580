import { z } from 'zod';
import {
  createCampaignOutput,
  addContactsInput,
  addContactsOutput,
  addContactInput,
  campaignReference,
  campaignRef,
} from '#shared/schemas/campaigns/campaigns.ts';
import { createCampaignInput } from '#shared/schemas/campaigns/create-campaign.ts';
import { checkListInput, checkListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { CHECK_LIST_PATH, CREATE_CAMPAIGN_PATH, REPLACE_CAMPAIGN_PATH } from '#shared/paths.ts';
import { replaceCampaignInput, replaceCampaignOutput } from '#shared/schemas/campaigns/replace-campaign.ts';
import {
  createOrReplace,
  findReplaced,
  replaceCampaign,
} from '#server/features/campaigns/replacement/replace-campaign.ts';
import {
  admitPlan,
  admitReplacingList,
  createListProcedure,
} from '#server/features/campaigns/contact-list/admit-list.ts';
import { createListUploads } from '#server/features/campaigns/contact-list/list-uploads.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { optionsOf } from '#server/features/campaigns/contact-list/list-reader.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { checkList } from '#server/features/campaigns/screening/check-list.ts';
import { bodyRoutes } from '#server/platform/trpc/body-routes.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import { addContacts } from '#server/features/campaigns/preparation/add-contacts.ts';
import { storedContactProcedures } from './stored-contacts.ts';
import { type CampaignProcedure, findCampaign } from '#server/features/campaigns/campaign-procedure.ts';

/** Error codes of calls that add contacts to a campaign. */
const NEW_CALLS = [
  'INVALID_CSV',
  'INSUFFICIENT_CREDITS',
  'PAYMENT_OVERDUE',
  'SUBSCRIPTION_REQUIRED',
  'CONSENT_REQUIRED',
] as const;

/** Error codes of calls that set a name and a message. */
const CHANGED_FIELDS = ['MESSAGE_INCOMPLETE', 'ALREADY_EXISTS'] as const;

/** Procedures that take or return contacts. Small JSON bodies come here; `list-uploads.ts` receives all others. */
export function contactProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  const uploads = createListUploads(deps);
  return {
    create: createListProcedure(deps, admitReplacingList)
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: CREATE_CAMPAIGN_PATH,
            status: 201,
            summary: 'Create a campaign and hold its credits',
            errors: [...NEW_CALLS, ...CHANGED_FIELDS, 'LIMIT_REACHED', 'NOT_FOUND', 'ILLEGAL_TRANSITION'],
            idempotent: true,
            successFlag: true,
            upload: uploads.create,
          },
          ['application/json', 'multipart/form-data'],
        ),
      })
      .input(createCampaignInput)
      .output(createCampaignOutput)
      .mutation(({ ctx, input: { contacts, replaces, ...draft } }) =>
        createOrReplace(deps, {
          ...ctx,
          replaces,
          draft,
          source: contacts && contactsOfPayload(contacts, optionsOf(draft)),
        }),
      ),

    replace: createListProcedure(deps, admitPlan)
      .input(campaignRef)
      .use(async ({ ctx, input, next }) => {
        const reference = { ...ctx, reference: input.id };
        return next({ ctx: { ...ctx, campaign: await findReplaced(deps, ctx.user.uid, reference) } });
      })
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: REPLACE_CAMPAIGN_PATH,
            summary: 'Replace a scheduled campaign; only the difference of credits is held or released',
            errors: [...NEW_CALLS, ...CHANGED_FIELDS, 'LIMIT_REACHED', 'ILLEGAL_TRANSITION'],
            idempotent: true,
            successFlag: true,
            upload: uploads.replace,
          },
          ['application/json', 'multipart/form-data'],
        ),
      })
      .input(replaceCampaignInput)
      .output(replaceCampaignOutput)
      .mutation(({ ctx, input: { id: reference, contacts, ...draft } }) =>
        replaceCampaign(deps, {
          ...ctx,
          reference,
          draft,
          source: contacts && contactsOfPayload(contacts, optionsOf(draft)),
        }),
      ),

    checkList: createListProcedure(deps, admitPlan)
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: CHECK_LIST_PATH,
            summary: 'Check a contact list before it is sent: who would be called, and who left out',
            errors: ['INVALID_CSV', 'CONFLICT', 'SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE'],
            successFlag: true,
            upload: uploads.checkList,
          },
          ['application/json', 'multipart/form-data'],
        ),
      })
      .input(checkListInput)
      .output(checkListOutput)
      .mutation(({ ctx, input: { contacts, ...fields }, signal }) => {
        const source = contacts && contactsOfPayload(contacts, optionsOf(fields));
        return checkList(deps, ctx.user, { fields, source, signal });
      }),

    ...storedContactProcedures(deps, campaignProcedure),

    addContacts: createListProcedure(deps)
      .input(z.object({ campaign: campaignReference }))
      .use(async ({ ctx, input, next }) =>
        next({ ctx: { ...ctx, campaign: await findCampaign(deps, ctx.user.uid, input.campaign) } }),
      )
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: '/contacts/csv-upload/{campaign}/',
            summary: 'Add a list of contacts',
            errors: [...NEW_CALLS, 'ILLEGAL_TRANSITION'],
            idempotent: true,
            successFlag: true,
            upload: uploads.addContacts,
          },
          ['multipart/form-data', 'application/json'],
        ),
      })
      .input(addContactsInput)
      .output(addContactsOutput)
      .mutation(async ({ ctx, input }) => {
        const added = await addContacts(
          deps,
          { ...ctx, consent: input.consent },
          contactsOfPayload(input.contacts, optionsOf(input)),
        );
        return { success: true, ...added };
      }),

    addContact: protectedProcedure
      .input(z.object({ campaign_name: campaignReference }))
      .use(async ({ ctx, input, next }) =>
        next({ ctx: { ...ctx, campaign: await findCampaign(deps, ctx.user.uid, input.campaign_name) } }),
      )
      .meta({
        rest: {
          method: 'POST',
          path: '/contacts/add-new-contact/',
          status: 201,
          summary: 'Add one contact',
          errors: [...NEW_CALLS, 'NOT_FOUND', 'ALREADY_EXISTS', 'ILLEGAL_TRANSITION'],
          idempotent: true,
          successFlag: true,
        },
      })
      .input(addContactInput)
      .output(addContactsOutput)
      .mutation(async ({ ctx, input: { consent, ...contact } }) => {
        const added = await addContacts(deps, { ...ctx, consent }, contactsOfPayload([contact]));
        return { success: true, ...added };
      }),
  };
}
