import { cursorAfter } from '#shared/schemas/list-cursor.ts';
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
import { notFound } from '#server/lib/errors.ts';
import { readPage } from '#server/lib/list-page.ts';
import { protectedProcedure, router } from '#server/trpc/trpc.ts';
import { addNumbers, type AddNumbersDeps } from './add-numbers.ts';
import type { SuppressionRecord } from './suppression-store.ts';

/** Procedures on the caller's do-not-call list; tRPC only, without a REST path. */
export function createSuppressionsRouter(deps: AddNumbersDeps) {
  const { store } = deps;

  async function countsOf(uid: string, digits: string) {
    const [matching, total] = await Promise.all([store.count(uid, digits), store.count(uid)]);
    return { matching, total };
  }

  return router({
    list: protectedProcedure
      .input(suppressionListInput)
      .output(suppressionListOutput)
      .query(async ({ ctx: { user }, input: { search, cursor, limit } }) => {
        const range = { digits: search, after: cursor ?? undefined };
        const [{ rows, next }, counts] = await Promise.all([
          readPage(
            limit,
            (wanted) => store.page(user.uid, { ...range, limit: wanted }),
            ({ at, phone }) => cursorAfter({ at, key: phone }),
          ),
          cursor ? null : countsOf(user.uid, search),
        ]);
        return { numbers: rows.map(present), next, counts };
      }),

    add: protectedProcedure
      .input(suppressionRef)
      .output(suppressionAddedOutput)
      .mutation(async ({ ctx: { user }, input: { phone } }) => ({
        phone,
        added: (await addNumbers(deps, user.uid, [phone], 'added')) === 1,
      })),

    /** Imports one batch of a longer list; idempotent. */
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
