import { z } from 'zod';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Exports that a user may request per UTC day. */
export const MAX_EXPORTS_A_DAY = 3;

/** preparing: the file is being made. ready: it can be downloaded. failed: it could not be made. */
export const EXPORT_STATUSES = ['preparing', 'ready', 'failed'] as const;

export const exportView = z.object({
  id: z.string(),
  status: z.enum(EXPORT_STATUSES),
  requested_at: isoTime,
  /** When the file is erased; `null` while it is being made. */
  expires_at: isoTime.nullable(),
});
export type ExportView = z.infer<typeof exportView>;

export const exportOverviewOutput = z.object({
  /** The latest export; `null` if there is none, or it has been erased. */
  latest: exportView.nullable(),
  /** Exports that may still be requested today (UTC). */
  remaining: z.int(),
});
export type ExportOverview = z.infer<typeof exportOverviewOutput>;

export const downloadExportInput = z.strictObject({ id: z.string().describe('The id of the export') });
/** A link to the file that works for one minute. */
export const downloadExportOutput = z.object({ url: z.string() });
