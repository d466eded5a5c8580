import type { Connection } from 'mongoose';
import type { Clock } from '#server/lib/clock.ts';
import { createCampaignMessages } from './campaign-message.ts';
import { CampaignChangesStore } from './campaign-changes-store.ts';
import { createCampaignModel } from './campaign-model.ts';
import { CampaignStore } from './campaign-store.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { assertSubscribed } from './assert-subscribed.ts';
import { createCampaignsRouter } from './campaigns-router.ts';
import { NoticeStore } from './notice-store.ts';
import type { JobControl } from '#server/drops/api.ts';
import { ContactRetentionStore } from './erasure/contact-retention-store.ts';
import { eraseCampaigns } from './erasure/erase-campaigns.ts';
import { eraseOldContacts } from './erasure/erase-old-contacts.ts';
import { OwnedCampaignStore } from './erasure/owned-campaign-store.ts';
import { PreparationStore } from './preparation/preparation-store.ts';
import { createReservationModel, ReservationStore } from './lifecycle/reservation-store.ts';
import { OpenCampaignStore } from './lifecycle/open-campaign-store.ts';
import { RunStore } from './lifecycle/run-store.ts';
import { createCampaignStatistics } from './campaign-statistics.ts';
import { sweepPreparations } from './preparation/sweep-preparations.ts';
import { sweepSpool } from './contact-list/receive-upload.ts';

export type CampaignStores = ReturnType<typeof createCampaignStores>;
export type CampaignsFeature = ReturnType<typeof createCampaignsFeature>;

/** Creates the stores of campaigns: the drop engine needs them, and the feature needs the drop engine. */
export function createCampaignStores({
  connection,
  clock,
  realTime = clock,
}: {
  connection: Connection;
  clock: Clock;
  /** Time not shifted by the demo seed; defaults to `clock`. */
  realTime?: Clock;
}) {
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
    /** The campaigns of one user, for closing the account. */
    owned: new OwnedCampaignStore(model),
    retention: new ContactRetentionStore(model),
    /** Users whose campaigns are reserved for one process. */
    reservations,
    models: [model, reservationModel] as const,
  };
}

/** Creates the campaigns feature: create, change, start, pause, retry and delete campaigns. */
export function createCampaignsFeature(deps: CampaignsDeps) {
  return {
    router: createCampaignsRouter(deps),
    /** Erases all campaigns of an account that is being erased; see `eraseCampaigns`. */
    erase: (userId: string) => eraseCampaigns(deps, userId),
    /** Erases contacts that were kept long enough; see `eraseOldContacts`. */
    eraseOldContacts: (control: JobControl) => eraseOldContacts(deps, control),
    /** Throws unless a user may pay for new calls; see `assertSubscribed`. */
    assertSubscribed: (userId: string) => assertSubscribed(deps, userId),
    /** The messages of campaigns, for previews. */
    messages: createCampaignMessages(deps),
    /** The counters that analytics reads. */
    statistics: createCampaignStatistics(deps),
    /** Resolves preparations and spooled files of crashed processes; run it at startup and periodically. */
    sweep: async (): Promise<void> => {
      await sweepPreparations(deps);
      await sweepSpool(deps.spoolDir);
    },
  };
}
