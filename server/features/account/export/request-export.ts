import { utcDay } from '#shared/drop-schedule.ts';
import { MAX_EXPORTS_A_DAY } from '#shared/schemas/account/account-export.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { SignedInContext } from '#server/platform/trpc/context.ts';
import type { ExportDeps } from './export-deps.ts';
import type { ExportRecord } from './export-store.ts';

/**
 * Requests an export of the caller's data, which a worker makes. Throws `AppError` CONFLICT while one is being made, and
 * TOO_MANY_REQUESTS after three in a UTC day.
 */
export async function requestExport(
  deps: ExportDeps,
  { user: { uid }, client }: Pick<SignedInContext, 'user' | 'client'>,
): Promise<void> {
  const { exports, events, clock } = deps;
  const requestedAt = clock.now();
  assertAllowed(await exports.ofUser(uid), requestedAt);
  await events.record({ uid, type: 'export_requested', client });
  for (const _id of idsOfDay(uid, requestedAt)) {
    const record = { _id, uid, status: 'preparing', requestedAt, attempts: 0, dueAt: requestedAt } as const;
    if (await exports.insert(record)) {
      await deps.jobs.make(_id);
      return;
    }
  }
  // Another request was faster.
  assertAllowed(await exports.ofUser(uid), requestedAt);
  throw inProgress();
}

/** Returns how many more exports may be requested on the UTC day of `now`. */
export function remainingExports(exports: readonly ExportRecord[], now: Date): number {
  const ofToday = exports.filter(({ requestedAt }) => utcDay(requestedAt) === utcDay(now));
  return Math.max(0, MAX_EXPORTS_A_DAY - ofToday.length);
}

function assertAllowed(exports: readonly ExportRecord[], now: Date): void {
  if (exports.some(({ status }) => status === 'preparing')) throw inProgress();
  if (remainingExports(exports, now) > 0) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `You can request ${String(MAX_EXPORTS_A_DAY)} exports a day. Please try again tomorrow.`,
  );
}

function inProgress(): AppError {
  return new AppError('CONFLICT', 'Your export is already being prepared.');
}

/** One id per allowed export, so that the limit holds however many requests arrive at once. */
function idsOfDay(uid: string, now: Date): string[] {
  return Array.from({ length: MAX_EXPORTS_A_DAY }, (_, n) => `${uid}-${utcDay(now)}-${String(n + 1)}`);
}
