import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { ConsentStore, createConsentModel } from '#server/features/campaigns/consent/consent-store.ts';
import { ErasureStore } from '#server/features/campaigns/erasure/erasure-store.ts';
import { CAMPAIGN, OWNER } from '../known-ids.ts';
import { after, callsOf, type StoreCases } from './store-cases.ts';

const erasure: StoreCases<ErasureStore> = {
  file: 'server/features/campaigns/erasure/erasure-store.ts',
  open: ({ connection }) => new ErasureStore(createCampaignModel(connection)),
  calls: {
    listBusy: (store) => store.listBusy('u-101', 20),
    countScheduled: (store) => store.countScheduled(OWNER),
    streamLive: (store) => store.streamLive('u-101'),
    listTombstones: (store) => store.listTombstones('u-101', 100),
    eraseTombstones: (store) => store.eraseTombstones(['c-101', 'c-103']),
    hasAny: (store) => store.hasAny(OWNER),
    listOld: (store, { now }) => store.listOld(new Date(now.getTime() - 3_600_000), 10),
    markOld: (store, { now }) => store.markOld('c-5', { until: after(now), at: now, days: 1 }),
    listErasing: (store) => store.listErasing(100),
    markErased: (store) => store.markErased('c-15'),
  },
};

const consents: StoreCases<ConsentStore> = {
  file: 'server/features/campaigns/consent/consent-store.ts',
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

export const erasureCalls = [...callsOf(erasure), ...callsOf(consents)];
