import type { Connection } from 'mongoose';
import { SECOND_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { ListHandlers, SavedLists } from './api.ts';
import { buildSlices } from './build-list.ts';
import { createSavedListModel } from './contact-list-model.ts';
import { ContactListStore } from './contact-list-store.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createContactListsRouter } from './contact-lists-router.ts';
import { createListContactModel, ListContactStore } from './list-contact-store.ts';
import { listSections } from './export-lists.ts';
import { openList } from './saved-lists.ts';
import { eraseLists, sweepLists } from './sweep-lists.ts';

/** How long a job builds before it makes way for others. */
const JOB_MS = 5_000;

/** Creates saved contact lists: procedures for the UI, and the lists for campaigns. */
export function createContactListsFeature({
  connection,
  ...options
}: Omit<ContactListsDeps, 'lists' | 'contacts'> & { connection: Connection }) {
  const model = createSavedListModel(connection);
  const contactModel = createListContactModel(connection);
  const deps: ContactListsDeps = {
    ...options,
    lists: new ContactListStore(model),
    contacts: new ListContactStore(contactModel),
  };
  const savedLists: SavedLists = { open: (userId, listId) => openList(deps, userId, listId) };
  const handlers: ListHandlers = {
    async buildList(listId, { signal, heartbeat }) {
      const until = performance.now() + JOB_MS;
      const isDone = await buildSlices(deps, listId, async () => {
        await heartbeat();
        return !signal.aborted && performance.now() < until;
      });
      if (!isDone) await deps.jobs.buildList(listId);
    },
  };
  return {
    deps,
    router: createContactListsRouter(deps),
    savedLists,
    handlers,
    /** Finishes what crashed processes left undone. */
    sweep: () => sweepLists(deps),
    duties: [{ name: 'sweep-lists', everyMs: 30 * SECOND_MS, run: () => sweepLists(deps) }] satisfies Duty[],
    erasure: [erases('contact lists', ({ uid }) => eraseLists(deps, uid))],
    exported: { sections: listSections(deps) },
    models: [model, contactModel] as const,
  };
}
