import type { Connection } from 'mongoose';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import type { CampaignEvents } from '#server/features/webhooks/api.ts';
import { createCampaignMessages } from './campaign-message.ts';
import { createListIntake } from './contact-list/list-intake.ts';
import { CampaignChangesStore } from './stores/campaign-changes-store.ts';
import { createCampaignModel } from './stores/campaign-model.ts';
import { CampaignStore } from './stores/campaign-store.ts';
import { StatusStore } from './stores/status-store.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { assertSubscribed } from './assert-subscribed.ts';
import { campaignSections } from './export-campaigns.ts';
import { createCampaignsRouter } from './campaigns-router.ts';
import { NoticeStore } from './stores/notice-store.ts';
import { createDraftModel } from './drafts/draft-model.ts';
import { DraftStore } from './drafts/draft-store.ts';
import { ConsentStore, createConsentModel } from './consent/consent-store.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import { ErasureStore } from './erasure/erasure-store.ts';
import { eraseCampaigns } from './erasure/erase-campaigns.ts';
import { eraseOldContacts } from './erasure/erase-old-contacts.ts';
import { createFirstCampaigns } from './overview/first-campaigns.ts';
import { OverviewStore } from './overview/overview-store.ts';
import { ProgressStore } from './progress/progress-store.ts';
import { AutomaticRetryStore } from './automatic-retries/automatic-retry-store.ts';
import { makeAutomaticRetries } from './automatic-retries/make-automatic-retries.ts';
import { PreparationStore } from './preparation/preparation-store.ts';
import { ReplacementStore } from './replacement/replacement-store.ts';
import { createReservationModel, ReservationStore } from './lifecycle/reservation-store.ts';
import { OpenCampaignStore } from './lifecycle/open-campaign-store.ts';
import { RunStore } from './lifecycle/run-store.ts';
import { createCampaignStatistics } from './campaign-statistics.ts';
import { sweepPreparations } from './preparation/sweep-preparations.ts';

export type CampaignStores = ReturnType<typeof createCampaignStores>;
export type CampaignsFeature = ReturnType<typeof createCampaignsFeature>;

/** What the stores of campaigns need of the app. */
interface StoreNeeds extends Pick<CampaignsDeps, 'clock'> {
  connection: Connection;
  webhooks: { campaignEvents: CampaignEvents };
}

/** Creates the stores of campaigns: the drop engine needs them, and the feature needs the drop engine. */
export function createCampaignStores(app: StoreNeeds) {
  const { connection, clock } = app;
  const onChanged = ({ userId, _id }: { userId: string; _id: string }): void => {
    app.webhooks.campaignEvents.changed(userId, _id);
  };
  const model = createCampaignModel(connection);
  const campaigns = new CampaignStore(model, clock);
  const statuses = new StatusStore(model, { clock, onChanged });
  const consentModel = createConsentModel(connection);
  const draftModel = createDraftModel(connection);
  const reservationModel = createReservationModel(connection);
  const reservations = new ReservationStore(reservationModel);
  return {
    campaigns,
    statuses,
    /** Lists of campaigns in several orders, and their sums. */
    overview: new OverviewStore(model),
    preparations: new PreparationStore(model, reservations),
    automaticRetries: new AutomaticRetryStore(model),
    replacements: new ReplacementStore(model),
    runs: new RunStore({ model, campaigns, statuses, clock }),
    progress: new ProgressStore(model),
    openCampaigns: new OpenCampaignStore(model, reservations, clock),
    changes: new CampaignChangesStore(model),
    notices: new NoticeStore(model, reservations),
    /** Campaigns of closed accounts and old contacts, to be erased. */
    erasures: new ErasureStore(model),
    /** What owners confirmed about the consent of their lists. */
    consents: new ConsentStore(consentModel),
    /** The unfinished campaigns of users. */
    drafts: new DraftStore(draftModel),
    /** Users whose campaigns are reserved for one process. */
    reservations,
    models: [model, consentModel, draftModel, reservationModel] as const,
  };
}

/** Creates the campaigns feature: create, change, start, pause, retry and delete campaigns. */
export function createCampaignsFeature({ campaignsDeps: deps }: { campaignsDeps: CampaignsDeps }) {
  return {
    router: createCampaignsRouter(deps),
    exported: { sections: campaignSections(deps) },
    erasure: [
      { name: 'campaigns', erase: ({ uid }: { uid: string }) => eraseCampaigns(deps, uid) },
      erases('draft', ({ uid }) => deps.drafts.discardAll(uid)),
    ],
    /** Erases contacts that were kept long enough; see `eraseOldContacts`. */
    eraseOldContacts: (control: JobControl) => eraseOldContacts(deps, control),
    /** Throws unless a user may pay for new calls; see `assertSubscribed`. */
    assertSubscribed: (userId: string) => assertSubscribed(deps, userId),
    /** What lists are received and checked with, for saved lists. */
    lists: createListIntake(deps),
    /** The messages of campaigns, for previews. */
    messages: createCampaignMessages(deps),
    /** What users have made so far. */
    first: createFirstCampaigns(deps.overview),
    /** The counters that analytics reads. */
    statistics: createCampaignStatistics(deps),
    /** Removes what crashed processes left in the spool of this machine; run it periodically. */
    sweepSpool: () => deps.spool.sweep(),
    /** Resolves preparations of crashed processes. */
    sweep: () => sweepPreparations(deps),
    duties: [
      {
        name: 'sweep-preparations',
        everyMs: MINUTE_MS,
        run: ({ signal }) => sweepPreparations(deps, signal),
      },
      {
        name: 'make-automatic-retries',
        everyMs: MINUTE_MS,
        run: (control) => makeAutomaticRetries(deps, control),
      },
      { name: 'erase-old-contacts', everyMs: HOUR_MS, run: (control) => eraseOldContacts(deps, control) },
    ] satisfies Duty[],
  };
}
