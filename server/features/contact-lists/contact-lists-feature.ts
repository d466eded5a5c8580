import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { CampaignBriefs, CampaignsOfLists, ListIntake } from '#server/features/campaigns/api.ts';
import type { NumberHistoryStore } from '#server/features/drops/api.ts';
import type { ListHandlers, ReadyLists, SavedLists } from './api.ts';
import { buildSlices } from './build-list.ts';
import { createSavedListModel } from './contact-list-model.ts';
import { ContactListStore } from './contact-list-store.ts';
import { createList } from './create-list.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createContactListsRouter } from './contact-lists-router.ts';
import { createListContactModel, ListContactStore } from './list-contact-store.ts';
import { listSections } from './export-lists.ts';
import { callsTo } from './person-history.ts';
import { listJobKinds } from './list-jobs.ts';
import { listsReadySince } from './present-list.ts';
import { openList } from './saved-lists.ts';
import { eraseLists, sweepLists } from './sweep-lists.ts';

/** How long a job builds before it makes way for others. */
const JOB_MS = 5_000;
const LEASE_MS = 30_000;

/** What saved contact lists need of the app. */
interface ContactListNeeds extends Pick<ContactListsDeps, 'clock' | 'log'> {
  connection: Connection;
  users: ContactListsDeps['users'];
  keys: Pick<ContactListsDeps, 'idempotencyKeys'>;
  queues: { lists: ContactListsDeps['jobs'] };
  campaigns: { lists: ListIntake };
  stores: { campaigns: CampaignsOfLists; overview: CampaignBriefs };
  drops: Pick<NumberHistoryStore, 'callsTo'>;
}

/** Creates saved contact lists: procedures for the UI, and the lists for campaigns. */
export function createContactListsFeature(app: ContactListNeeds) {
  const { connection, stores } = app;
  const model = createSavedListModel(connection);
  const contactModel = createListContactModel(connection);
  const deps: ContactListsDeps = {
    ...app.campaigns.lists,
    log: app.log,
    clock: app.clock,
    users: app.users,
    idempotencyKeys: app.keys.idempotencyKeys,
    jobs: app.queues.lists,
    campaigns: stores.campaigns,
    callsTo: (userId, phone) => callsTo({ campaigns: stores.overview, numbers: app.drops }, userId, phone),
    leaseMs: LEASE_MS,
    lists: new ContactListStore(model),
    contacts: new ListContactStore(contactModel),
  };
  const savedLists: SavedLists = {
    open: (userId, listId) => openList(deps, userId, listId),
    save: (request) => createList(deps, request),
  };
  const ready: ReadyLists = { readySince: (userId, from) => listsReadySince(deps, userId, from) };
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
    ready,
    /** Returns whether a user has a list; one that is being stored counts. */
    hasAny: async (userId: string) => (await deps.lists.ofUser(userId, 1)).length > 0,
    handlers,
    jobs: listJobKinds(handlers),
    /** Finishes what crashed processes left undone. */
    sweep: () => sweepLists(deps),
    duties: [
      { name: 'sweep-lists', everyMs: 2 * MINUTE_MS, run: ({ signal }) => sweepLists(deps, signal) },
    ] satisfies Duty[],
    erasure: [erases('contact lists', ({ uid }) => eraseLists(deps, uid))],
    exported: { sections: listSections(deps) },
    models: [model, contactModel] as const,
  };
}
