import {
  suppressionAddedOutput,
  suppressionImportInput,
  suppressionImportOutput,
  suppressionListInput,
  suppressionListOutput,
  suppressionRef,
  suppressionRemovedOutput,
  type SuppressionView,
} from '#shared/schemas/suppressions.ts';
import { notFound } from '#server/errors.ts';
import { protectedProcedure, router } from '#server/trpc/trpc.ts';
import { addNumbers, type AddNumbersDeps } from './add-numbers.ts';
import type { SuppressionRecord } from './suppression-model.ts';

/** The caller's own do-not-call list. The documents name no path for it: it is reached by tRPC alone. */
export function createSuppressionsRouter(deps: AddNumbersDeps) {
  const { store } = deps;
  return router({
    list: protectedProcedure
      .input(suppressionListInput)
      .output(suppressionListOutput)
      .query(async ({ ctx: { user }, input: { search, page, page_size: limit } }) => {
        const range = { digits: search, offset: (page - 1) * limit, limit };
        const { records, matching, total } = await store.page(user.uid, range);
        return { numbers: records.map(present), matching, total };
      }),

    add: protectedProcedure
      .input(suppressionRef)
      .output(suppressionAddedOutput)
      .mutation(async ({ ctx: { user }, input: { phone } }) => ({
        phone,
        added: (await addNumbers(deps, user.uid, [phone], 'added')) === 1,
      })),

    /** Part of a longer list: the reader of the list sends it in batches, each of which may be sent again. */
    importBatch: protectedProcedure
      .input(suppressionImportInput)
      .output(suppressionImportOutput)
      .mutation(async ({ ctx: { user }, input: { phones } }) => {
        const added = await addNumbers(deps, user.uid, phones, 'imported');
        return { added, known: phones.length - added };
      }),

    remove: protectedProcedure
      .input(suppressionRef)
      .output(suppressionRemovedOutput)
      .mutation(async ({ ctx: { user }, input: { phone } }) => {
        if (!(await store.remove(user.uid, phone))) throw notFound('Number');
        return { success: true };
      }),
  });
}

function present({ phone, source, campaignName, at }: SuppressionRecord): SuppressionView {
  return { phone, source, campaign_name: campaignName ?? null, added_at: at.toISOString() };
}
