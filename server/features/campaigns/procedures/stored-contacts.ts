import type { z } from 'zod';
import {
  contactsFields,
  contactsOutput,
  contactsPageFields,
} from '#shared/schemas/campaigns/campaign-contacts.ts';
import { evidencePageOutput } from '#shared/schemas/campaigns/evidence.ts';
import { createListOutput, saveAsListInput } from '#shared/schemas/contact-lists.ts';
import { EVIDENCE_CSV_PATH, LEFT_OUT_CSV_PATH } from '#shared/paths.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { evidenceOf } from '#server/features/campaigns/evidence/evidence-rows.ts';
import { evidenceAsCsv } from '#server/features/campaigns/evidence/evidence-csv.ts';
import { leftOutAsCsv } from '#server/features/campaigns/screening/left-out-csv.ts';
import { saveAsList } from '#server/features/campaigns/saved-lists/save-as-list.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { CampaignProcedure } from '#server/features/campaigns/campaign-procedure.ts';

/** Procedures that return the contacts of a campaign. */
export function storedContactProcedures(deps: CampaignsDeps, campaignProcedure: CampaignProcedure) {
  async function contactsOf(campaign: CampaignDocument, offset: number, size: number) {
    const { _id: id, total, unusedSeqs, contactsKeptDays } = campaign;
    // Some may still be stored while they are erased in batches.
    if (contactsKeptDays !== undefined) return [];
    return deps.contacts.page({ id, total, unusedSeqs }, offset, size);
  }
  return {
    contacts: campaignProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'GET',
          path: '/api/campaigns/{id}/contacts/',
          summary: 'A page of a campaign’s contacts',
          successFlag: true,
          nextCursor: ({ next }: z.infer<typeof contactsOutput>) => next,
        },
      })
      .input(contactsFields)
      .output(contactsOutput)
      .query(async ({ ctx: { campaign }, input: { page, page_size: size, cursor } }) => {
        const { total, contactsKeptDays } = campaign;
        const offset = cursor ?? (page - 1) * size;
        const contacts = await contactsOf(campaign, offset, size);
        const end = offset + contacts.length;
        return {
          success: true,
          contacts,
          next: contacts.length > 0 && end < total ? String(end) : null,
          total,
          contacts_erased_after_days: contactsKeptDays ?? null,
        };
      }),

    saveAsList: campaignProcedure
      .meta({ cost: 'list' })
      .input(saveAsListInput)
      .output(createListOutput)
      .mutation(({ ctx: { campaign, idempotencyKey }, input: { name, consent } }) =>
        saveAsList(deps, { campaign, draft: { name, consent }, idempotencyKey }),
      ),

    leftOut: campaignProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: LEFT_OUT_CSV_PATH,
          summary: 'The contacts that a campaign leaves out, with the reasons, as a CSV file',
          file: 'text/csv',
        },
      })
      .query(({ ctx }) => leftOutAsCsv(deps, ctx.campaign)),

    evidence: campaignProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: EVIDENCE_CSV_PATH,
          summary: 'The evidence of each call of a campaign as a CSV file',
          file: 'text/csv',
        },
      })
      .query(({ ctx }) => evidenceAsCsv(deps, ctx.campaign)),

    evidencePage: campaignProcedure
      .meta({ cost: 'rows' })
      .input(contactsPageFields)
      .output(evidencePageOutput)
      .query(async ({ ctx: { campaign }, input: { page, page_size: size } }) => ({
        calls: await evidenceOf(deps, campaign, await contactsOf(campaign, (page - 1) * size, size)),
        total: campaign.total,
        contacts_erased_after_days: campaign.contactsKeptDays ?? null,
      })),
  };
}
