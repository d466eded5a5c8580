import { MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { utcDay } from '#shared/drop-schedule.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import { inOrder } from '#server/platform/module/in-order.ts';
import { busyCampaigns, deletionOverview } from './deletion-overview.ts';
import { ERASURE_ORDER, LIST_OF_ERASURES } from './erasure-order.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { createSingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import { createAccountDeletionRouter } from './account-deletion-router.ts';
import { DELETION_DUTY, type DeletionDeps, type DeletionNeeds } from './deletion-deps.ts';
import { createDeletionModel, DeletionStore } from './deletion-store.ts';
import { deleteForSupport } from './request-deletion.ts';
import { sweepDeletions } from './sweep-deletions.ts';

/** Deletions whose mails are being sent at a time. */
const MAILED_AT_ONCE = 8;

/** Creates the deletion of accounts: the procedures of the profile page, and the job that erases closed accounts. */
export function createAccountDeletionFeature(app: DeletionNeeds) {
  const { connection, log } = app;
  const model = createDeletionModel(connection);
  const deps: DeletionDeps = {
    clock: app.clock,
    log,
    // Read when it is used: a command has no mailer.
    get mailer() {
      return app.providers.mailer;
    },
    supportEmail: app.env.SUPPORT_EMAIL,
    closing: app.auth.closing,
    events: app.accountEvents.events,
    steps: () =>
      inOrder(
        ERASURE_ORDER,
        app.modules().flatMap(({ erasure = [] }) => erasure),
      ),
    busy: (uid) => busyCampaigns(app, uid),
    overview: (user) => deletionOverview(app, user),
    deletions: new DeletionStore(model),
    trigger: app.trigger,
    background: createBackgroundTasks(log),
    mailing: createSingleFlight(MAILED_AT_ONCE),
  };
  app.metrics.read('hark_deletion_wait_seconds', async () => {
    const [first] = await deps.closing.listClosing(1);
    const since = first?.closingAt ?? deps.clock.now();
    return [{ labels: {}, value: Math.max(0, (deps.clock.now().getTime() - since.getTime()) / 1_000) }];
  });
  return {
    router: createAccountDeletionRouter(deps),
    erasure: [
      {
        ...erases(LIST_OF_ERASURES, ({ uid }) =>
          app.providers.erasures.add({ uid, day: utcDay(deps.clock.now()) }),
        ),
        atOnce: true as const,
      },
    ],
    /** Closes an account at the request of an owner who cannot sign in; the next sweep erases it. */
    deleteForSupport: (uid: string, options: { stopCampaigns: boolean }) =>
      deleteForSupport(deps, uid, options),
    /** Continues the deletions that are due. */
    sweep: () => sweepDeletions(deps),
    duties: [
      { name: DELETION_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => sweepDeletions(deps, signal) },
    ] satisfies Duty[],
    /** Resolves when no mail is being sent. */
    idle: () => deps.background.idle(),
    models: [model] as const,
  };
}
