import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import { CampaignChangesStore } from './campaign-changes-store.ts';
import { createCampaignModel, type CampaignModel } from './campaign-model.ts';
import { CampaignStore } from './campaign-store.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { createCampaignsRouter, type CampaignsRouter } from './campaigns-router.ts';
import { NoticeStore } from './notice-store.ts';
import { PreparationStore } from './preparation/preparation-store.ts';
import {
  createReservationModel,
  ReservationStore,
  type ReservationModel,
} from './lifecycle/reservation-store.ts';
import { OpenCampaignStore } from './lifecycle/open-campaign-store.ts';
import { RunStore } from './lifecycle/run-store.ts';
import { createCampaignStatistics, type CampaignStatistics } from './campaign-statistics.ts';
import { sweepPreparations } from './preparation/sweep-preparations.ts';
import { sweepSpool } from './contact-list/receive-upload.ts';

/** The stores of campaigns. Created first: the drop engine needs them, and the feature needs the drop engine. */
export interface CampaignStores {
  campaigns: CampaignStore;
  preparations: PreparationStore;
  runs: RunStore;
  openCampaigns: OpenCampaignStore;
  changes: CampaignChangesStore;
  notices: NoticeStore;
  /** Users whose campaigns are reserved for one process. */
  reservations: ReservationStore;
  models: [CampaignModel, ReservationModel];
}

export interface CampaignsFeature {
  router: CampaignsRouter;
  /** The counters that analytics reads. */
  statistics: CampaignStatistics;
  /** Resolves preparations and spooled files of crashed processes; run it at startup and periodically. */
  sweep: () => Promise<void>;
}

export function createCampaignStores({
  connection,
  clock,
  realTime = clock,
}: {
  connection: Connection;
  clock: Clock;
  /** Time not shifted by the demo seed; defaults to `clock`. */
  realTime?: Clock;
}): CampaignStores {
  const model = createCampaignModel(connection);
  const campaigns = new CampaignStore(model);
  const reservationModel = createReservationModel(connection);
  const reservations = new ReservationStore(reservationModel, realTime);
  return {
    campaigns,
    preparations: new PreparationStore(model),
    runs: new RunStore({ model, campaigns, clock, realTime }),
    openCampaigns: new OpenCampaignStore(model, reservations, clock),
    changes: new CampaignChangesStore(model),
    notices: new NoticeStore(model),
    reservations,
    models: [model, reservationModel],
  };
}

export function createCampaignsFeature(deps: CampaignsDeps): CampaignsFeature {
  return {
    router: createCampaignsRouter(deps),
    statistics: createCampaignStatistics(deps),
    async sweep() {
      await sweepPreparations(deps);
      await sweepSpool(deps.spoolDir);
    },
  };
}
