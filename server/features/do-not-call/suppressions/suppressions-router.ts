import { z } from 'zod';
import { formatDateTime } from '#shared/formats.ts';
import type { InvalidRowsView } from '#shared/schemas/campaigns/invalid-rows.ts';
import { SUPPRESSIONS_CSV_PATH, SUPPRESSIONS_FILE } from '#shared/paths.ts';
import { cursorAfter, type LastRow } from '#shared/schemas/list-cursor.ts';
import {
  suppressionAddedOutput,
  suppressionAddInput,
  suppressionImportInput,
  suppressionImportOutput,
  suppressionListInput,
  suppressionListOutput,
  suppressionRemovedOutput,
  suppressionRemoveInput,
  suppressionsBody,
  suppressionsCsvInput,
} from '#shared/schemas/calling/suppressions.ts';
import type { NumberList } from '#shared/contacts/suppression-list.ts';
import { readPage } from '#server/platform/lib/list-page.ts';
import type { IdempotencyDeps } from '#server/platform/idempotency/idempotent.ts';
import type { Spool } from '#server/platform/lib/uploads/spool.ts';
import { assertStillSignedIn } from '#server/platform/trpc/context.ts';
import { csvDownload } from '#server/platform/trpc/csv-download.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { bodyRoutes } from '#server/platform/trpc/body-routes.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { addNumbersOnce, createAdmission, type AddNumbersDeps } from './add-numbers.ts';
import { hasNumberFile, readNumberFile, receiveNumberFile } from './receive-numbers.ts';
import { presentNumber } from './present-number.ts';
import { removeNumber, type RemoveNumberDeps } from './remove-number.ts';
import type { SuppressionStore } from './suppression-store.ts';

const PATH = '/api/suppressions/';

/** Procedures on the caller's do-not-call list. */
export function createSuppressionsRouter(
  deps: AddNumbersDeps & RemoveNumberDeps & IdempotencyDeps & { spool: Spool },
) {
  const { store } = deps;

  async function countsOf(uid: string, digits: string) {
    const [matching, total] = await Promise.all([store.count(uid, digits), store.count(uid)]);
    return { matching, total };
  }

  async function importNumbers(call: Parameters<typeof addNumbersOnce>[1], phones: readonly string[]) {
    const added = await addNumbersOnce(deps, call, phones, { source: 'imported' });
    return { added, known: phones.length - added };
  }

  return router({
    list: protectedProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'GET',
          path: PATH,
          summary: 'A page of the do-not-call list',
          toBody: toListBody,
          bodySchema: suppressionsBody,
          nextCursor: ({ next }: z.infer<typeof suppressionListOutput>) => next,
        },
      })
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
        return { numbers: rows.map(presentNumber), next, counts };
      }),

    download: protectedProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: SUPPRESSIONS_CSV_PATH,
          summary: 'The do-not-call list as a CSV file',
          file: 'text/csv',
        },
      })
      .input(suppressionsCsvInput)
      .query(({ ctx: { user }, input: { search } }) =>
        csvDownload(SUPPRESSIONS_FILE, CSV_HEADERS, csvRows(store, user.uid, search)),
      ),

    add: protectedProcedure
      .meta({
        rest: {
          method: 'POST',
          path: PATH,
          summary: 'Add a number to the do-not-call list',
          errors: ['LIMIT_REACHED'],
          idempotent: true,
        },
      })
      .input(suppressionAddInput)
      .output(suppressionAddedOutput)
      .mutation(async ({ ctx, input: { phone, reason } }) => ({
        phone,
        added: (await addNumbersOnce(deps, ctx, [phone], { source: 'added', reason })) === 1,
      })),

    /** Imports a list, or one batch of a longer one; idempotent. */
    importBatch: protectedProcedure
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: `${PATH}import/`,
            summary: 'Add a list of numbers, as CSV or JSON, to the do-not-call list',
            errors: ['INVALID_CSV', 'LIMIT_REACHED'],
            idempotent: true,
            upload: {
              accepts: hasNumberFile,
              async receive(req, context) {
                parseInput(z.strictObject({}), req.query);
                const { costs, user } = context;
                const { uid } = user;
                // A slow sender takes no turn of those whose list is there.
                const file = await receiveNumberFile(req, deps.spool);
                try {
                  return await costs.buffered(uid, async () => {
                    const list = await readNumberFile(file, await createAdmission(deps, uid));
                    await assertStillSignedIn(context);
                    return { ...(await importNumbers(context, list.phones)), ...presentErrors(list) };
                  });
                } finally {
                  await file.discard();
                }
              },
            },
          },
          ['text/csv', 'application/json', 'multipart/form-data'],
        ),
      })
      .input(suppressionImportInput)
      .output(suppressionImportOutput)
      .mutation(({ ctx, input: { phones } }) => importNumbers(ctx, phones)),

    remove: protectedProcedure
      .meta({
        rest: {
          method: 'DELETE',
          path: PATH,
          summary: 'Remove a number from the do-not-call list',
          errors: ['NOT_FOUND', 'CONFLICT'],
        },
      })
      .input(suppressionRemoveInput)
      .output(suppressionRemovedOutput)
      .mutation(async ({ ctx: { user, viaApiKey, client }, input: { phone, reason } }) => {
        const { network } = client;
        await removeNumber(deps, user.uid, phone, { viaApiKey, network, reason });
        return { success: true };
      }),
  });
}

/** The lines of an imported file that have a number which cannot be read, if there are any. */
function presentErrors({ invalid, errors }: NumberList): { invalid_rows?: InvalidRowsView } {
  return invalid === 0 ? {} : { invalid_rows: { count: invalid, errors } };
}

const CSV_HEADERS = ['Phone Number', 'Source', 'Reason', 'Campaign', 'Added (UTC)'];
/** Rows read at a time. */
const BATCH = 500;

async function* csvRows(
  store: Pick<SuppressionStore, 'page'>,
  uid: string,
  digits: string,
): AsyncGenerator<string[][]> {
  let after: LastRow | undefined;
  for (;;) {
    const rows = await store.page(uid, { digits, after, limit: BATCH });
    yield rows.map(({ phone, source, reason, campaignName, at }) => {
      return [phone, source, reason ?? '', campaignName ?? '', formatDateTime(at)];
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = { at: last.at, key: last.phone };
  }
}

function toListBody({ numbers, next }: z.infer<typeof suppressionListOutput>) {
  return {
    suppressions: numbers.map((number) => ({ ...number, reason: number.reason ?? number.source })),
    next,
  };
}
