import type { Request, Router } from 'express';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import { CampaignChangesStore } from './campaign-changes-store.ts';
import { createCampaignModel, type CampaignModel } from './campaign-model.ts';
import { CampaignStore } from './campaign-store.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { createCampaignsRouter, type CampaignsRouter } from './campaigns-router.ts';
import { NoticeStore } from './notice-store.ts';
import { PreparationStore } from './preparation/preparation-store.ts';
import { createReservationModel, type ReservationModel } from './lifecycle/reservation-model.ts';
import { ReservationStore } from './lifecycle/reservation-store.ts';
import { RunStore } from './lifecycle/run-store.ts';
import { createCampaignStatistics, type CampaignStatistics } from './campaign-statistics.ts';
import { sweepPreparations } from './preparation/sweep-preparations.ts';
import { sweepSpool } from './contact-list/sweep-spool.ts';
import { createUploadsRouter } from './contact-list/uploads-router.ts';
import type { Context } from '#server/trpc/context.ts';

/** The stores of campaigns. They come first: the drop engine needs `runs`, and campaigns need the drop engine. */
export interface CampaignStores {
  campaigns: CampaignStore;
  preparations: PreparationStore;
  /** Campaigns as the drop engine uses them (its port `CampaignRegister`). */
  runs: RunStore;
  /** What changed, for those who follow it live. */
  changes: CampaignChangesStore;
  /** What owners are to be told by mail (the port `Notices` of drops). */
  notices: NoticeStore;
  /** Whose campaigns this process runs alone. */
  reservations: ReservationStore;
  models: [CampaignModel, ReservationModel];
}

export interface CampaignsFeature {
  router: CampaignsRouter;
  /** The campaign half of what analytics reads. */
  statistics: CampaignStatistics;
  /** The documented paths that take a file; mount them before any body parser. */
  uploads: (createContext: (req: Request) => Promise<Context>) => Router;
  /** Clears up after processes that have died: their preparations and spooled files; run it at start and now and then. */
  sweep: () => Promise<void>;
}

export function createCampaignStores({
  connection,
  clock,
  realTime = clock,
}: {
  connection: Connection;
  clock: Clock;
  /** The time that no seed shifts; `clock` where there is none. */
  realTime?: Clock;
}): CampaignStores {
  const model = createCampaignModel(connection);
  const campaigns = new CampaignStore(model);
  const reservationModel = createReservationModel(connection);
  const reservations = new ReservationStore(reservationModel, realTime);
  return {
    campaigns,
    preparations: new PreparationStore(model),
    runs: new RunStore({ model, campaigns, reservations, clock, realTime }),
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
    uploads: (createContext) => createUploadsRouter(deps, createContext),
    async sweep() {
      await sweepPreparations(deps);
      await sweepSpool(deps.spoolDir);
    },
  };
}
