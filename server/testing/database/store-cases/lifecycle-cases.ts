import type { Connection } from 'mongoose';
import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import { CampaignStore } from '#server/features/campaigns/stores/campaign-store.ts';
import { StatusStore } from '#server/features/campaigns/stores/status-store.ts';
import { ProgressStore } from '#server/features/campaigns/progress/progress-store.ts';
import {
  createReservationModel,
  ReservationStore,
} from '#server/features/campaigns/lifecycle/reservation-store.ts';
import { OpenCampaignStore } from '#server/features/campaigns/lifecycle/open-campaign-store.ts';
import { CounterStore, type AuditedCampaign } from '#server/features/campaigns/lifecycle/counter-store.ts';
import { RunStore } from '#server/features/campaigns/lifecycle/run-store.ts';
import { CAMPAIGN, OWNER } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

/** Returns the reservations of campaigns, as a process sees them. */
export const reservationsOn = (connection: Connection) =>
  new ReservationStore(createReservationModel(connection));

const runs: StoreCases<RunStore> = {
  file: 'server/features/campaigns/lifecycle/run-store.ts',
  open: ({ connection, clock }) => {
    const model = createCampaignModel(connection);
    const campaigns = new CampaignStore(model);
    return new RunStore({ model, campaigns, statuses: new StatusStore(model), clock });
  },
  calls: {
    find: (store) => store.find(CAMPAIGN),
    pauseOverdue: (store) => store.pauseOverdue('c-1', 'reason'),
    startOnTime: (store) => store.startOnTime('c-1'),
    markQuiet: (store) => store.markQuiet('c-9', 1),
    setOutcomes: (store) =>
      store.setOutcomes({ id: 'c-30', run: 1, lastSettlement: 1, failed: 0 }, { reasons: {}, retryable: 0 }),
    pause: (store) => store.pause('c-10', 1, 'reason'),
    recordCarrierDown: (store) => store.recordCarrierDown('c-20', 1),
    setNextCalls: (store, { now }) =>
      store.setNextCalls({ id: CAMPAIGN, runEpoch: 1 }, { at: now, zone: 'America/Chicago' }),
    clearCarrierDown: (store) => store.clearCarrierDown('c-20'),
    resumeToFinish: (store) => store.resumeToFinish({ id: 'c-2', anyReason: false }),
    finish: (store) => store.finish('c-30', { run: 1, n: 2 }, 'Success'),
  },
};

const counters: StoreCases<CounterStore> = {
  file: 'server/features/campaigns/lifecycle/counter-store.ts',
  open: ({ connection }) => new CounterStore(createCampaignModel(connection)),
  calls: {
    find: (store) => store.find(CAMPAIGN),
    streamOf: (store) => store.streamOf(OWNER),
    nextUser: (store) => store.nextUser('u-1'),
    correct: (store) => store.correct(counted, { delivered: 1, failed: 0, retryable: 0, outcomes: {} }),
  },
};

const counted: AuditedCampaign = {
  _id: CAMPAIGN,
  userId: OWNER,
  streamId: 's-0',
  name: 'Campaign 0',
  status: 'Success',
  run: 1,
  lastSettlement: 1,
  total: 1,
  delivered: 1,
  failed: 0,
  retryable: 0,
  held: 0,
};

const progress: StoreCases<ProgressStore> = {
  file: 'server/features/campaigns/progress/progress-store.ts',
  open: ({ connection }) => new ProgressStore(createCampaignModel(connection)),
  calls: { add: (store) => store.add(CAMPAIGN, 1, { delivered: 1, failed: 1 }) },
};

const openCampaigns: StoreCases<OpenCampaignStore> = {
  file: 'server/features/campaigns/lifecycle/open-campaign-store.ts',
  open: ({ connection, clock }) =>
    new OpenCampaignStore(createCampaignModel(connection), reservationsOn(connection), clock),
  calls: {
    streamDue: (store) => store.streamDue(),
    listOpen: (store) => store.listOpen(),
    listReserved: (store) => store.listReserved(),
    listChangedWithin: (store) => store.listChangedWithin(600_000),
    listSpeechDue: (store) => store.listSpeechDue(100),
    listSpeechNeeds: (store) => store.listSpeechNeeds(['c-6', 'c-7']),
    clearSpeechDue: (store) => store.clearSpeechDue('c-6', new Date(0)),
  },
};

const reservations: StoreCases<ReservationStore> = {
  file: 'server/features/campaigns/lifecycle/reservation-store.ts',
  open: ({ connection }) => reservationsOn(connection),
  calls: {
    take: (store) => store.take(OWNER),
    release: (store) => store.release(OWNER),
    usersOfOthers: (store) => store.usersOfOthers(),
    notOfOthers: (store) => store.notOfOthers(),
  },
};

export const lifecycleCalls = [
  ...callsOf(runs),
  ...callsOf(counters),
  ...callsOf(progress),
  ...callsOf(openCampaigns),
  ...callsOf(reservations),
];
