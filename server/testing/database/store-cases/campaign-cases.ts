import { CampaignChangesStore } from '#server/campaigns/campaign-changes-store.ts';
import { createCampaignModel, type CampaignDocument } from '#server/campaigns/campaign-model.ts';
import { CampaignStore } from '#server/campaigns/campaign-store.ts';
import { ContactRetentionStore } from '#server/campaigns/erasure/contact-retention-store.ts';
import { OwnedCampaignStore } from '#server/campaigns/erasure/owned-campaign-store.ts';
import { NoticeStore, type DueNotice } from '#server/campaigns/notice-store.ts';
import { PreparationStore, type PreparedCampaign } from '#server/campaigns/preparation/preparation-store.ts';
import { createReservationModel, ReservationStore } from '#server/campaigns/lifecycle/reservation-store.ts';
import { OpenCampaignStore } from '#server/campaigns/lifecycle/open-campaign-store.ts';
import { RunStore } from '#server/campaigns/lifecycle/run-store.ts';
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
    clearRetryable: (store) => store.clearRetryable('c-4', 'preparation-4'),
    commit: (store) => store.commit('c-14', 'preparation-14', { set: {}, increase: {} }),
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
      store.countSettlement(CAMPAIGN, 2, { run: 1, delivered: 1, failed: 0, retryable: 0, deducted: 1 }),
    pause: (store) => store.pause('c-10', 1, 'reason'),
    recordCarrierDown: (store) => store.recordCarrierDown('c-20', 1),
    clearCarrierDown: (store) => store.clearCarrierDown('c-20'),
    resumeToFinish: (store) => store.resumeToFinish('c-2'),
    finish: (store) => store.finish('c-30', { run: 1, n: 2 }, 'Success'),
    markDeleted: (store) => store.markDeleted('c-3'),
  },
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

export const campaignCalls = [
  ...callsOf(campaigns),
  ...callsOf(preparations),
  ...callsOf(runs),
  ...callsOf(openCampaigns),
  ...callsOf(reservations),
  ...callsOf(changes),
  ...callsOf(notices),
  ...callsOf(owned),
  ...callsOf(retention),
];
