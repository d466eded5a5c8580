import type { Connection } from 'mongoose';
import { SECOND_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createSingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import { createAccountDeletionRouter } from './account-deletion-router.ts';
import type { DeletionDeps, DeletionOptions } from './deletion-deps.ts';
import { createDeletionModel, DeletionStore } from './deletion-store.ts';
import { sweepDeletions } from './sweep-deletions.ts';

/** Deletions whose mails are being sent at a time. */
const MAILED_AT_ONCE = 8;

/** Creates the deletion of accounts: the procedures of the profile page, and the job that erases closed accounts. */
export function createAccountDeletionFeature({
  connection,
  ...options
}: DeletionOptions & { connection: Connection }) {
  const model = createDeletionModel(connection);
  const deps: DeletionDeps = {
    ...options,
    deletions: new DeletionStore(model),
    background: createBackgroundTasks(options.log),
    mailing: createSingleFlight(MAILED_AT_ONCE),
  };
  return {
    router: createAccountDeletionRouter(deps),
    /** Continues the deletions that are due. */
    sweep: () => sweepDeletions(deps),
    duties: [
      { name: 'delete-accounts', everyMs: 30 * SECOND_MS, run: () => sweepDeletions(deps) },
    ] satisfies Duty[],
    /** Resolves when no deletion is being worked on after a request, and no mail is being sent. */
    idle: () => deps.background.idle(),
    models: [model] as const,
  };
}
