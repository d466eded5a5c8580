import type { Connection } from 'mongoose';
import { createBackgroundTasks } from '#server/lib/concurrency/background-tasks.ts';
import { createAccountDeletionRouter } from './account-deletion-router.ts';
import type { DeletionDeps, DeletionOptions } from './deletion-deps.ts';
import { createDeletionModel, DeletionStore } from './deletion-store.ts';
import { sweepDeletions } from './sweep-deletions.ts';

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
  };
  return {
    router: createAccountDeletionRouter(deps),
    /** Continues the deletions that are due; run it periodically. */
    sweep: () => sweepDeletions(deps),
    /** Resolves when no deletion is being worked on after a request. */
    idle: () => deps.background.idle(),
    models: [model] as const,
  };
}
