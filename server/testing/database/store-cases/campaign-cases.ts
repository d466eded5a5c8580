import { createDraftModel } from '#server/features/campaigns/drafts/draft-model.ts';
import { DraftStore } from '#server/features/campaigns/drafts/draft-store.ts';
import { FIRST_DRAFT, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { AutomaticRetryStore } from '#server/features/campaigns/automatic-retries/automatic-retry-store.ts';
import { CampaignChangesStore } from '#server/features/campaigns/stores/campaign-changes-store.ts';
import {
  createCampaignModel,
  type CampaignDocument,
} from '#server/features/campaigns/stores/campaign-model.ts';
import { CampaignStore } from '#server/features/campaigns/stores/campaign-store.ts';
import { NoticeStore, type DueNotice } from '#server/features/campaigns/stores/notice-store.ts';
import { OverviewStore } from '#server/features/campaigns/overview/overview-store.ts';
import type { CampaignFilter } from '#server/features/campaigns/overview/overview-filter.ts';
import {
  PreparationStore,
  type PreparedCampaign,
} from '#server/features/campaigns/preparation/preparation-store.ts';
import { NEVER } from '#server/features/campaigns/preparation/preparation-model.ts';
import {
  ReplacementStore,
  type ReplacedCampaign,
} from '#server/features/campaigns/replacement/replacement-store.ts';
import { StatusStore } from '#server/features/campaigns/stores/status-store.ts';
import { createTemplateModel, TemplateStore } from '#server/features/message-templates/template-store.ts';
import { CAMPAIGN, OWNER } from '../known-ids.ts';
import { reservationsOn } from './lifecycle-cases.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const campaigns: StoreCases<CampaignStore> = {
  file: 'server/features/campaigns/stores/campaign-store.ts',
  open: ({ connection }) => new CampaignStore(createCampaignModel(connection)),
  calls: {
    findDeleting: (store) => store.findDeleting(OWNER, 'c-5'),
    findOwned: async (store) => {
      await store.findOwned(OWNER, 'Campaign 5');
      await store.findOwned(OWNER, 'c-5');
      await store.findOwned(OWNER, 'nothing');
    },
    countCreatedSince: (store, { now }) => store.countCreatedSince(OWNER, now, 1_000),
    namesOf: (store) => store.namesOf(OWNER, ['c-5', 'c-6', 'c-none']),
    openCampaignWith: (store) => store.openCampaignWith(OWNER, 'v-none'),
    countsOf: (store) => store.countsOf(OWNER, ['list-1', 'list-4']),
    madeFrom: (store) => store.madeFrom(OWNER, 'list-1', 20),
    halvesOf: (store) => store.halvesOf(OWNER, 'test-8'),
    find: (store) => store.find(CAMPAIGN),
    insert: (store) => store.insert({ ...(newCampaign as CampaignDocument) }),
    insertTombstone: (store, { now }) => store.insertTombstone('c-occupied', now),
    edit: (store) => store.edit({ _id: 'c-8', nextSeq: 101 }, ['Scheduled'], { message: 'Other' }),
    undoEdit: (store, { now }) => {
      const edited = { _id: 'c-8', status: 'Scheduled', changedAt: now } as CampaignDocument;
      return store.undoEdit(edited, { ...edited, message: 'Before' }, ['message', 'description'], 'r-1');
    },
  },
  exemptions: { countsOf: 'counts the keys of the index, and reads no document' },
};

const automaticRetries: StoreCases<AutomaticRetryStore> = {
  file: 'server/features/campaigns/automatic-retries/automatic-retry-store.ts',
  open: ({ connection }) => new AutomaticRetryStore(createCampaignModel(connection)),
  calls: {
    claim: (store, { now }) => store.claim(now, new Date(now.getTime() + 60_000)),
    late: (store, { now }) => store.late(after(now)),
    count: (store, { now }) => store.count({ _id: CAMPAIGN, run: 1, retryAt: now }),
    end: (store, { now }) => store.end({ _id: CAMPAIGN, run: 1, retryAt: now }),
    refuse: (store, { now }) => store.refuse({ _id: CAMPAIGN, run: 1, retryAt: now }, notice),
    set: (store, { now }) => store.set(CAMPAIGN, null, now),
    postpone: (store, { now }) => store.postpone({ _id: CAMPAIGN, run: 1, retryAt: now }, after(now)),
  },
};

const ALL: CampaignFilter = { statuses: CAMPAIGN_STATUSES };

const overview: StoreCases<OverviewStore> = {
  file: 'server/features/campaigns/overview/overview-store.ts',
  open: ({ connection }) => new OverviewStore(createCampaignModel(connection)),
  calls: {
    page: async (store, { now }) => {
      await store.page(OWNER, { limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'c-5000' };
      await store.page(OWNER, { after, limit: 10 });
    },
    briefsOf: (store) => store.briefsOf(OWNER, 10),
    heldOf: (store) => store.heldOf(OWNER, 10),
    sumsOf: (store) => store.sumsOf(OWNER),
    byDropDate: async (store, { now }) => {
      const until = new Date(now.getTime() - 1_000_000);
      const after = { value: new Date(now.getTime() - 5_000_000), key: 'c-5000' };
      for (const direction of [1, -1] as const) {
        await store.byDropDate(OWNER, ALL, { direction, limit: 10 });
        await store.byDropDate(OWNER, { ...ALL, until }, { direction, after, limit: 10 });
        await store.byDropDate(OWNER, { statuses: ['Sending'] }, { direction, limit: 10 });
      }
      await store.byDropDate(OWNER, { ...ALL, search: 'campaign' }, { direction: -1, after, limit: 10 });
    },
    startedIn: (store, { now }) =>
      store.startedIn(OWNER, { from: new Date(now.getTime() - 30 * DAY_MS), until: now }, 10),
    finishedIn: (store, { now }) =>
      store.finishedIn(OWNER, { from: new Date(now.getTime() - 30 * DAY_MS), until: now }, 10),
    byName: async (store) => {
      const after = { value: 'Campaign 5000', key: 'c-5000' };
      await store.byName(OWNER, ALL, { direction: 1, limit: 10 });
      await store.byName(OWNER, ALL, { direction: 1, after, limit: 10 });
      await store.byName(OWNER, { ...ALL, search: 'campaign' }, { direction: -1, after, limit: 10 });
    },
    byCounter: (store) =>
      store.byCounter(OWNER, ALL, {
        counter: 'rate',
        direction: -1,
        limit: 10,
        after: { value: 1_000_000, key: 'c-5000' },
      }),
    failures: (store) => store.failures(OWNER, ALL, 3),
    totals: (store) => store.totals(OWNER, { ...ALL, search: 'campaign 1' }),
  },
  exemptions: {
    sumsOf: 'every campaign of the user is added up, in the index alone',
    byCounter: 'every campaign of the filter is compared, in the index alone',
    totals: 'every campaign of the filter is added up, in the index alone',
    failures: 'the reasons of every campaign of the filter are added up',
  },
};

const newCampaign: Partial<CampaignDocument> = {
  _id: 'c-new',
  userId: OWNER,
  streamId: 's-0',
  name: 'New',
  liveName: 'New',
  message: 'Hello',
  voiceId: 'v-0',
  voiceTitle: 'Voice',
  providerVoiceId: 'p',
  dropDate: new Date(0),
  createdAt: new Date(0),
  status: 'Scheduled',
  run: 1,
  nextSeq: 1,
};

const prepared = {
  _id: 'c-4',
  nextSeq: 101,
  preparing: { preparationId: 'preparation-4', kind: 'add', leaseUntil: new Date(0), run: 1, calls: 1 },
} as PreparedCampaign;

const preparations: StoreCases<PreparationStore> = {
  file: 'server/features/campaigns/preparation/preparation-store.ts',
  open: ({ connection }) => new PreparationStore(createCampaignModel(connection), reservationsOn(connection)),
  calls: {
    begin: (store) =>
      store.begin({ _id: 'c-1', run: 1, message: 'Hello' }, ['Scheduled'], prepared.preparing),
    renew: (store, { now }) => store.renew('c-4', 'preparation-4', now),
    abandon: (store) => store.abandon(prepared),
    claimExpired: (store, { now }) => store.claimExpired(now, after(now)),
    listResweeps: (store, { now }) => store.listResweeps(now),
    clearResweep: (store, { now }) => store.clearResweep('c-8', now),
    removeTombstone: (store, { now }) => store.removeTombstone('c-8', now),
  },
};

const replaced = {
  _id: 'c-4',
  nextSeq: 101,
  preparing: { ...prepared.preparing, kind: 'replace', leaseUntil: NEVER, next: { name: 'New name' } },
} as ReplacedCampaign;

const replacements: StoreCases<ReplacementStore> = {
  file: 'server/features/campaigns/replacement/replacement-store.ts',
  open: ({ connection }) => new ReplacementStore(createCampaignModel(connection)),
  calls: {
    begin: (store) => store.begin({ _id: 'c-1', nextSeq: 101 }, replaced.preparing),
    hasNumbers: (store) => Promise.resolve(store.hasNumbers(replaced, 1)),
    renew: (store, { now }) => store.renew('c-4', 'preparation-4', now),
    decide: (store) => store.decide(replaced, 'replace'),
    commit: (store) => store.commit(replaced, 50),
    close: (store, { now }) => store.close(replaced, now),
    cancel: (store) => store.cancel('c-4', 'preparation-none'),
    claimExpired: (store, { now }) => store.claimExpired(now, after(now)),
  },
};

const changes: StoreCases<CampaignChangesStore> = {
  file: 'server/features/campaigns/stores/campaign-changes-store.ts',
  open: ({ connection }) => new CampaignChangesStore(createCampaignModel(connection)),
  calls: {
    find: (store) => store.find([OWNER], 600_000).lean().exec(),
    changedWithin: (store) => store.changedWithin([OWNER], 0),
    historyOf: (store) => store.historyOf(CAMPAIGN),
    changedSince: (store) => store.changedSince(OWNER, new Date(0), 10),
  },
};

const statuses: StoreCases<StatusStore> = {
  file: 'server/features/campaigns/stores/status-store.ts',
  open: ({ connection }) => new StatusStore(createCampaignModel(connection)),
  calls: {
    transition: (store) => store.transition('c-1', 'Sending'),
    commitPreparation: (store) =>
      store.commitPreparation(
        { _id: 'c-14', userId: 'u-1', preparing: { preparationId: 'preparation-14' } },
        { set: {}, increase: {}, leftOut: { 'do not call': 1 } },
      ),
    voidPreparation: (store, { now }) => store.voidPreparation(prepared, now, after(now)),
    countSettlement: (store) =>
      store.countSettlement(CAMPAIGN, 2, {
        run: 1,
        delivered: 1,
        failed: 1,
        retryable: 1,
        deducted: 1,
        reasons: { '4006': { calls: 1, retryable: 1 } },
      }),
    markDeleted: (store, { now }) => store.markDeleted({ id: 'c-3', userId: 'u-1' }, now),
  },
};

const notice = { campaignId: 'c-9', id: 'notice-9' } as DueNotice;

const notices: StoreCases<NoticeStore> = {
  file: 'server/features/campaigns/stores/notice-store.ts',
  open: ({ connection }) => new NoticeStore(createCampaignModel(connection), reservationsOn(connection)),
  calls: {
    listDue: (store, { now }) => store.listDue(now, 100),
    claim: (store, { now }) => store.claim('c-9', now, after(now)),
    postpone: (store, { now }) => store.postpone(notice, now),
    close: (store) => store.close(notice),
  },
};

const change = (now: Date, base: string | null) => ({
  base,
  version: 'tab-new.1',
  tab: 'tab-new',
  edit: 1,
  savedAt: now,
  content: {} as CampaignDraft,
});

const templates: StoreCases<TemplateStore> = {
  file: 'server/features/message-templates/template-store.ts',
  open: ({ connection }) => new TemplateStore(createTemplateModel(connection)),
  calls: {
    insert: (store, { now: changedAt }) =>
      store.insert({ _id: 'template-new', uid: 'u-new', name: 'New', text: 'Hi', changedAt }),
    ofUser: (store) => store.ofUser('u-1'),
    findOwned: (store) => store.findOwned('u-1', 'template-51'),
    change: (store) => store.change('u-1', 'template-51', { name: 'Other' }),
    remove: (store) => store.remove('u-1', 'template-52'),
    erase: (store) => store.erase('u-1'),
  },
};

const drafts: StoreCases<DraftStore> = {
  file: 'server/features/campaigns/drafts/draft-store.ts',
  open: ({ connection }) => new DraftStore(createDraftModel(connection)),
  calls: {
    of: (store) => store.of('u-1', FIRST_DRAFT),
    ofUser: (store) => store.ofUser('u-2'),
    put: async (store, { now }) => {
      await store.put('u-2', FIRST_DRAFT, change(now, 'tab-2.1'));
      await store.put('u-3', FIRST_DRAFT, change(now, null));
      await store.put('u-4', 'd-new', change(now, null));
    },
    discard: (store) => store.discard('u-4', 'd-1'),
    discardAll: (store) => store.discardAll('u-6'),
  },
};

export const campaignCalls = [
  ...callsOf(campaigns),
  ...callsOf(automaticRetries),
  ...callsOf(overview),
  ...callsOf(preparations),
  ...callsOf(replacements),
  ...callsOf(changes),
  ...callsOf(statuses),
  ...callsOf(notices),
  ...callsOf(drafts),
  ...callsOf(templates),
];
