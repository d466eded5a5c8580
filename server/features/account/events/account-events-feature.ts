import type { Connection } from 'mongoose';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { AccountEventType } from '#shared/schemas/account/account-events.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { AccountEvents } from './api.ts';
import { AccountEventStore, createAccountEventModel } from './account-event-store.ts';
import { createAccountEventsRouter } from './account-events-router.ts';
import { eventSections } from './export-events.ts';
import { recordEvent } from './record-event.ts';

/** Recorded before the action is taken, which a failure prevents. */
const REQUIRED: ReadonlySet<AccountEventType> = new Set([
  'export_requested',
  'deletion_requested',
  'support_action',
]);

/** Builds the history of accounts. */
export function createAccountEventsFeature({
  connection,
  clock,
  log,
}: {
  connection: Connection;
  clock: Clock;
  log: Logger;
}) {
  const model = createAccountEventModel(connection);
  const store = new AccountEventStore(model);
  const events: AccountEvents = {
    async record(event) {
      try {
        await recordEvent({ store, clock }, event);
      } catch (err) {
        if (REQUIRED.has(event.type)) throw err;
        log.error({ err, uid: event.uid, type: event.type }, 'an account event could not be recorded');
      }
    },
  };
  return {
    router: createAccountEventsRouter({ store }),
    events,
    page: store.page.bind(store),
    /** Erases the events of a user. */
    eraseAll: (uid: string) => store.eraseAll(uid),
    exported: { sections: eventSections(store) },
    erasure: [erases('history', ({ uid }) => store.eraseAll(uid))],
    models: [model],
  };
}
