import { createDraftModel } from '#server/campaigns/drafts/draft-model.ts';
import { DraftStore } from '#server/campaigns/drafts/draft-store.ts';
import type { CampaignDraft } from '#shared/schemas/campaign-drafts.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { CampaignChangesStore } from '#server/campaigns/campaign-changes-store.ts';
import { createCampaignModel, type CampaignDocument } from '#server/campaigns/campaign-model.ts';
import { CampaignStore } from '#server/campaigns/campaign-store.ts';
import { ConsentStore, createConsentModel } from '#server/campaigns/consent/consent-store.ts';
import { ContactRetentionStore } from '#server/campaigns/erasure/contact-retention-store.ts';
import { OwnedCampaignStore } from '#server/campaigns/erasure/owned-campaign-store.ts';
import { NoticeStore, type DueNotice } from '#server/campaigns/notice-store.ts';
import { OverviewStore, type CampaignFilter } from '#server/campaigns/overview/overview-store.ts';
import { ProgressStore } from '#server/campaigns/progress/progress-store.ts';
import { PreparationStore, type PreparedCampaign } from '#server/campaigns/preparation/preparation-store.ts';
import { createReservationModel, ReservationStore } from '#server/campaigns/lifecycle/reservation-store.ts';
import { OpenCampaignStore } from '#server/campaigns/lifecycle/open-campaign-store.ts';
import { CounterStore, type AuditedCampaign } from '#server/campaigns/lifecycle/counter-store.ts';
import { RunStore } from '#server/campaigns/lifecycle/run-store.ts';
import { StatusHistoryStore } from '#server/campaigns/lifecycle/status-history-store.ts';
import { CAMPAIGN, OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const campaigns: StoreCases<CampaignStore> = {
  file: 'server/campaigns/campaign-store.ts',
  open: ({ connection }) => new CampaignStore(createCampaignModel(connection)),
  calls: {
    page: async (store, { now }) => {
      await store.page(OWNER, { limit: 10 });
      const after = { at: new Date(now.getTime() - 5_000_000), key: 'c-5000' };
      await store.page(OWNER, { after, limit: 10 });
    },
    briefsOf: (store) => store.briefsOf(OWNER, 10),
    heldOf: (store) => store.heldOf(OWNER, 10),
    sumsOf: (store) => store.sumsOf(OWNER),
    findDeleting: (store) => store.findDeleting(OWNER, 'c-5'),
    findOwned: async (store) => {
      await store.findOwned(OWNER, 'Campaign 5');
      await store.findOwned(OWNER, 'c-5');
      await store.findOwned(OWNER, 'nothing');
    },
    countCreatedSince: (store, { now }) => store.countCreatedSince(OWNER, now, 1_000),
    namesOf: (store) => store.namesOf(OWNER, ['c-5', 'c-6', 'c-none']),
    openCampaignWith: (store) => store.openCampaignWith(OWNER, 'v-none'),
    find: (store) => store.find(CAMPAIGN),
    insert: (store) => store.insert({ ...(newCampaign as CampaignDocument) }),
    insertTombstone: (store, { now }) => store.insertTombstone('c-occupied', now),
    transition: (store) => store.transition('c-1', ['Scheduled'], 'Sending'),
    edit: (store) => store.edit({ _id: 'c-8', nextSeq: 101 }, ['Scheduled'], { message: 'Other' }),
  },
  exemptions: { sumsOf: 'every campaign of the user is added up, in the index alone' },
};

const ALL: CampaignFilter = { statuses: CAMPAIGN_STATUSES };

const overview: StoreCases<OverviewStore> = {
  file: 'server/campaigns/overview/overview-store.ts',
  open: ({ connection }) => new OverviewStore(createCampaignModel(connection)),
  calls: {
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
    byName: async (store) => {
      const after = { value: 'Campaign 5000', key: 'c-5000' };
      await store.byName(OWNER, ALL, { direction: 1, limit: 10 });
      await store.byName(OWNER, ALL, { direction: 1, after, limit: 10 });
      await store.byName(OWNER, { ...ALL, search: 'campaign' }, { direction: -1, after, limit: 10 });
    },
    byCounter: (store) =>
      store.byCounter(OWNER, ALL, {
        ...{ counter: 'rate', direction: -1, limit: 10 },
        after: { value: 1_000_000, key: 'c-5000' },
      }),
    failures: (store) => store.failures(OWNER, ALL, 3),
    totals: (store) => store.totals(OWNER, { ...ALL, search: 'campaign 1' }),
  },
  exemptions: {
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
  file: 'server/campaigns/preparation/preparation-store.ts',
  open: ({ connection }) => new PreparationStore(createCampaignModel(connection)),
  calls: {
    begin: (store) =>
      store.begin({ _id: 'c-1', run: 1, message: 'Hello' }, ['Scheduled'], prepared.preparing),
    renew: (store, { now }) => store.renew('c-4', 'preparation-4', now),
    commit: (store) =>
      store.commit('c-14', 'preparation-14', { set: {}, increase: {}, leftOut: { 'do not call': 1 } }),
    abandon: (store) => store.abandon(prepared),
    claimExpired: (store, { now }) => store.claimExpired(now, now),
    void: (store, { now }) => store.void(prepared, now, now),
    listResweeps: (store, { now }) => store.listResweeps(now),
    clearResweep: (store, { now }) => store.clearResweep('c-8', now),
  },
};

const runs: StoreCases<RunStore> = {
  file: 'server/campaigns/lifecycle/run-store.ts',
  open: ({ connection, clock }) => {
    const model = createCampaignModel(connection);
    const campaigns = new CampaignStore(model);
    return new RunStore({ model, campaigns, clock, realTime: clock });
  },
  calls: {
    find: (store) => store.find(CAMPAIGN),
    startDue: (store) => store.startDue('c-1'),
    markQuiet: (store) => store.markQuiet('c-9', 1),
    countSettlement: (store) =>
      store.countSettlement(CAMPAIGN, 2, {
        ...{ run: 1, delivered: 1, failed: 1, retryable: 1, deducted: 1 },
        reasons: { '4006': { calls: 1, retryable: 1 } },
      }),
    countTakenBack: async (store) => {
      await store.countTakenBack('c-20', 3, 1_000);
      await store.countTakenBack('c-20', 4, undefined);
    },
    setOutcomes: (store) =>
      store.setOutcomes({ id: 'c-30', run: 1, lastSettlement: 1, failed: 0 }, { reasons: {}, retryable: 0 }),
    pause: (store) => store.pause('c-10', 1, 'reason'),
    recordCarrierDown: (store) => store.recordCarrierDown('c-20', 1),
    setNextCalls: (store, { now }) =>
      store.setNextCalls({ id: CAMPAIGN, runEpoch: 1 }, { at: now, zone: 'America/Chicago' }),
    clearCarrierDown: (store) => store.clearCarrierDown('c-20'),
    resumeToFinish: (store) => store.resumeToFinish({ id: 'c-2', isTest: false }),
    finish: (store) => store.finish('c-30', { run: 1, n: 2 }, 'Success'),
    markDeleted: (store) => store.markDeleted('c-3'),
  },
};

const counters: StoreCases<CounterStore> = {
  file: 'server/campaigns/lifecycle/counter-store.ts',
  open: ({ connection }) => new CounterStore(createCampaignModel(connection)),
  calls: {
    find: (store) => store.find(CAMPAIGN),
    streamOf: (store) => store.streamOf(OWNER),
    nextUser: (store) => store.nextUser('u-1'),
    correct: (store) => store.correct(counted, { delivered: 1, failed: 0, retryable: 0, outcomes: {} }),
  },
};

const counted: AuditedCampaign = {
  ...{ _id: CAMPAIGN, userId: OWNER, streamId: 's-0', name: 'Campaign 0', status: 'Success', run: 1 },
  ...{ lastSettlement: 1, total: 1, delivered: 1, failed: 0, retryable: 0, held: 0 },
};

const progress: StoreCases<ProgressStore> = {
  file: 'server/campaigns/progress/progress-store.ts',
  open: ({ connection }) => new ProgressStore(createCampaignModel(connection)),
  calls: { add: (store) => store.add(CAMPAIGN, 1, { delivered: 1, failed: 1 }) },
};

const openCampaigns: StoreCases<OpenCampaignStore> = {
  file: 'server/campaigns/lifecycle/open-campaign-store.ts',
  open: ({ connection, clock }) => {
    const reservations = new ReservationStore(createReservationModel(connection), clock);
    return new OpenCampaignStore(createCampaignModel(connection), reservations, clock);
  },
  calls: {
    listDue: (store) => store.listDue(100),
    listOpen: (store) => store.listOpen(),
    listReserved: (store) => store.listReserved(),
    listChangedWithin: (store) => store.listChangedWithin(600_000),
    listSpeechDue: (store) => store.listSpeechDue(100),
    listSpeechNeeds: (store) => store.listSpeechNeeds(['c-6', 'c-7']),
    clearSpeechDue: (store) => store.clearSpeechDue('c-6', new Date(0)),
  },
};

const reservations: StoreCases<ReservationStore> = {
  file: 'server/campaigns/lifecycle/reservation-store.ts',
  open: ({ connection, clock }) => new ReservationStore(createReservationModel(connection), clock),
  calls: {
    take: (store) => store.take(OWNER),
    release: (store) => store.release(OWNER),
    usersOfOthers: (store) => store.usersOfOthers(),
  },
};

const changes: StoreCases<CampaignChangesStore> = {
  file: 'server/campaigns/campaign-changes-store.ts',
  open: ({ connection }) => new CampaignChangesStore(createCampaignModel(connection)),
  calls: {
    find: (store) => store.find([OWNER], 600_000).lean().exec(),
    changedWithin: (store) => store.changedWithin([OWNER], 0),
  },
};

const statuses: StoreCases<StatusHistoryStore> = {
  file: 'server/campaigns/lifecycle/status-history-store.ts',
  open: ({ connection }) => new StatusHistoryStore(createCampaignModel(connection)),
  calls: {
    historyOf: (store) => store.historyOf(CAMPAIGN),
    changedSince: (store) => store.changedSince(OWNER, new Date(0), 10),
  },
};

const notice = { campaignId: 'c-9', id: 'notice-9' } as DueNotice;

const notices: StoreCases<NoticeStore> = {
  file: 'server/campaigns/notice-store.ts',
  open: ({ connection }) => new NoticeStore(createCampaignModel(connection)),
  calls: {
    listDue: (store, { now }) => store.listDue(now, 100),
    claim: (store, { now }) => store.claim('c-9', now, now),
    postpone: (store, { now }) => store.postpone(notice, now),
    close: (store) => store.close(notice),
  },
};

const owned: StoreCases<OwnedCampaignStore> = {
  file: 'server/campaigns/erasure/owned-campaign-store.ts',
  open: ({ connection }) => new OwnedCampaignStore(createCampaignModel(connection)),
  calls: {
    listBusy: (store) => store.listBusy('u-101', 20),
    countScheduled: (store) => store.countScheduled(OWNER),
    streamLive: (store) => store.streamLive('u-101'),
    listTombstones: (store) => store.listTombstones('u-101', 100),
    eraseTombstones: (store) => store.eraseTombstones(['c-101', 'c-103']),
    hasAny: (store) => store.hasAny(OWNER),
  },
};

const retention: StoreCases<ContactRetentionStore> = {
  file: 'server/campaigns/erasure/contact-retention-store.ts',
  open: ({ connection }) => new ContactRetentionStore(createCampaignModel(connection)),
  calls: {
    listDue: (store, { now }) => store.listDue(new Date(now.getTime() - 3_600_000), 10),
    mark: (store, { now }) => store.mark('c-5', { until: now, at: now, days: 1 }),
    listErasing: (store) => store.listErasing(100),
    close: (store) => store.close('c-15'),
  },
};

const consents: StoreCases<ConsentStore> = {
  file: 'server/campaigns/consent/consent-store.ts',
  open: ({ connection }) => new ConsentStore(createConsentModel(connection)),
  calls: {
    record: (store, { now: at }) => store.record({ ...consentOfList, at }),
    remove: (store) => store.remove(['preparation-1', 'preparation-2']),
    ofCampaign: (store) => store.ofCampaign(CAMPAIGN, 100),
    ofLists: (store) => store.ofLists(['p-1', 'p-2']),
    streamOf: (store) => store.streamOf(CAMPAIGN),
    streamOfUser: (store) => store.streamOfUser(OWNER),
    eraseAll: (store) => store.eraseAll('u-3'),
  },
};

const consentOfList = {
  _id: 'preparation-new',
  campaignId: CAMPAIGN,
  campaignName: 'New',
  userId: 'u-none',
  basis: 'emergency' as const,
  own_words: null,
  obtained_at: '2026-01-01',
  source: 'Form',
  byDefault: false,
  statementVersion: '1',
  network: '127.0.0.1',
  viaApiKey: false,
  contacts: 1,
  listDigest: 'd',
};

const change = (now: Date, base: string | null) => ({
  ...{ base, version: 'tab-new.1', tab: 'tab-new', edit: 1, savedAt: now },
  content: {} as CampaignDraft,
});

const drafts: StoreCases<DraftStore> = {
  file: 'server/campaigns/drafts/draft-store.ts',
  open: ({ connection }) => new DraftStore(createDraftModel(connection)),
  calls: {
    of: (store) => store.of('u-1'),
    put: async (store, { now }) => {
      await store.put('u-2', change(now, 'tab-2.1'));
      await store.put('u-3', change(now, null));
    },
    discard: (store) => store.discard('u-4'),
  },
};

export const campaignCalls = [
  ...callsOf(drafts),
  ...callsOf(consents),
  ...callsOf(campaigns),
  ...callsOf(overview),
  ...callsOf(preparations),
  ...callsOf(runs),
  ...callsOf(counters),
  ...callsOf(progress),
  ...callsOf(openCampaigns),
  ...callsOf(reservations),
  ...callsOf(changes),
  ...callsOf(statuses),
  ...callsOf(notices),
  ...callsOf(owned),
  ...callsOf(retention),
];
