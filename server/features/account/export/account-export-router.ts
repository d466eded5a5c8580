import { noFields } from '#shared/schemas/options.ts';
import {
  downloadExportInput,
  downloadExportOutput,
  exportOverviewOutput,
  type ExportView,
} from '#shared/schemas/account/account-export.ts';
import { messageOutput } from '#shared/schemas/account/auth.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { protectedProcedure, recentProcedure, router } from '#server/platform/trpc/trpc.ts';
import { exportKey, type ExportDeps } from './export-deps.ts';
import type { ExportRecord } from './export-store.ts';
import { remainingExports, requestExport } from './request-export.ts';

/** How long a link to the file works; it is followed at once. */
const LINK_SECONDS = 60;

/** The export of the caller's data; tRPC only, so that no API key reaches it. */
export function createAccountExportRouter(deps: ExportDeps) {
  const { exports, objects, clock } = deps;
  return router({
    overview: protectedProcedure.output(exportOverviewOutput).query(async ({ ctx: { user } }) => {
      const found = await exports.ofUser(user.uid);
      const [latest] = found.filter((one) => !isExpired(one, clock.now()));
      return {
        latest: latest === undefined ? null : present(latest),
        remaining: remainingExports(found, clock.now()),
      };
    }),

    request: recentProcedure
      .input(noFields)
      .output(messageOutput)
      .mutation(async ({ ctx }) => {
        await requestExport(deps, ctx);
        return { success: true, message: 'We are preparing your data, and mail you when it is ready.' };
      }),

    download: recentProcedure
      .input(downloadExportInput)
      .output(downloadExportOutput)
      .mutation(async ({ ctx: { user }, input: { id } }) => {
        const found = await exports.find(user.uid, id);
        if (found?.status !== 'ready' || isExpired(found, clock.now())) throw notFound('Export');
        return { url: await objects.presignDownload(exportKey(found), LINK_SECONDS) };
      }),
  });
}

function isExpired({ expiresAt }: ExportRecord, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

function present({ _id, status, requestedAt, expiresAt }: ExportRecord): ExportView {
  return {
    id: _id,
    status,
    requested_at: requestedAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
