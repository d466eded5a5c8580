import { HOUR_MS, SECOND_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import { dropJobKinds } from './drop-jobs.ts';
import { createCallLists } from './call-lists/call-lists.ts';
import { createCampaignContacts } from './contacts/campaign-contacts.ts';
import { createCarrierWebhooks } from './reports/carrier-webhooks.ts';
import { cleanUp } from './clean-up.ts';
import { createDropsDeps, type DropsNeeds } from './create-drops-deps.ts';
import type { DropsDeps } from './drops-deps.ts';
import { createDropStatistics } from './settlement/drop-statistics.ts';
import { notifyOwner } from './notifications/notify-owner.ts';
import { contactSections } from './export-contacts.ts';
import type { CampaignPages } from '#server/features/campaigns/api.ts';
import { eraseContacts } from './erase-contacts.ts';
import type { DropHandlers, EraseCampaign, EraseContacts, EraseCounts, CancelCalls } from './api.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import { failOverdue, scan } from './reconcile.ts';
import { ReportRecorder } from './reports/report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { startCampaign } from './start-campaign.ts';
import { createSpokenTexts } from './speech/spoken-texts.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import { SettlementScheduler } from './settlement/settlement-scheduler.ts';
import { cancelCallsOf } from './cancel-calls.ts';

/** What the feature needs of the app beside what its use cases do. */
interface DropsFeatureNeeds extends DropsNeeds {
  /** `campaigns`: those whose contacts are exported. */
  stores: DropsNeeds['stores'] & { overview: CampaignPages };
  /** Accepted secrets of callback paths; older ones are needed while calls placed with them are open. */
  callbackSecrets: readonly string[];
  /** Fetches the signing secrets of the carrier again. */
  subscribeToReports: () => Promise<void>;
}

export type DropsFeature = ReturnType<typeof createDropsFeature>;

/** Creates the drop engine, which claims, places, reports, settles and finishes the calls of campaigns. */
export function createDropsFeature(app: DropsFeatureNeeds) {
  const { deps, models } = createDropsDeps(app);
  const scheduler = new SettlementScheduler({ ...deps, settleAfterMs: deps.options.settleAfterMs });
  const recorder = new ReportRecorder({
    ...deps,
    onRecorded: (campaignId, reports) => {
      scheduler.note(campaignId, reports);
    },
  });
  const cancelCalls: CancelCalls = (campaignId) => cancelCallsOf(deps, campaignId);
  const eraseCampaign: EraseCampaign = (campaignId) => settleCampaign(deps, campaignId);
  const eraseOld: EraseContacts = (campaignId, control) => eraseContacts(deps, campaignId, control);
  const eraseCounts: EraseCounts = async (userId, campaignIds) => {
    await deps.settlements.erase(campaignIds);
    await deps.days.erase(userId);
  };
  const statistics = createDropStatistics({
    ...deps,
    callLists: createCallLists({ ...deps, store: deps.callLists }),
  });
  const handlers = createHandlers(deps);
  const stored: StoredObjects[] = [
    { prefix: 'speech/', referenced: (keys) => deps.speeches.referenced(keys) },
  ];
  return {
    /** What campaigns use of the engine. */
    forCampaigns: {
      contacts: createCampaignContacts(deps),
      cancelCalls,
      eraseCampaign,
      eraseContacts: eraseOld,
      eraseCounts,
    },
    /** The recordings of texts, for previews. */
    spokenTexts: createSpokenTexts(deps),
    /** Returns the calls of campaigns to a number. */
    callsTo: deps.numberHistory.callsTo.bind(deps.numberHistory),
    /** Calls for analytics. */
    statistics,
    /** What the carrier reports. */
    webhooks: createCarrierWebhooks(deps, {
      recorder,
      secrets: app.callbackSecrets,
      renewSigningSecrets: () => app.subscribeToReports(),
    }),
    handlers,
    jobs: dropJobKinds(deps.clock, handlers),
    duties: [
      { name: 'scan', everyMs: 30 * SECOND_MS, run: (control) => handlers.scan(control) },
      { name: 'clean-up', everyMs: HOUR_MS, run: (control) => handlers.cleanUp(control) },
    ] satisfies Duty[],
    exported: {
      sections: contactSections({
        campaigns: app.stores.overview,
        contacts: deps.contacts,
        leftOut: deps.leftOut,
      }),
    },
    /** Speech in the object store. */
    stored,
    /** Dependencies of its use cases. */
    deps,
    models,
    /** Schedules at once the settlements that wait for more reports, and writes the progress that is counted. */
    stop: (): void => {
      scheduler.stop();
      deps.progressCounter.flush();
    },
  };
}

function createHandlers(deps: DropsDeps): DropHandlers {
  return {
    startCampaign: (campaignId) => startCampaign(deps, campaignId),
    runCampaign: (campaignId, control) => runCampaign(deps, campaignId, control),
    async settleCampaign(campaignId, control) {
      const others = (await failOverdue(deps)).filter((id) => id !== campaignId);
      await settleCampaign(deps, campaignId, control?.heartbeat);
      if (await isFinalOrDeleted(deps, campaignId)) await deps.jobs.cancelSettle(campaignId);
      for (const id of others) await deps.jobs.settle(id);
    },
    notifyOwner: (campaignId) => notifyOwner(deps, campaignId),
    scan: (control) => scan(deps, control),
    cleanUp: (control) => cleanUp(deps, control),
  };
}

/** Returns whether a campaign is final or erased, so that no call waits for the report deadline. */
async function isFinalOrDeleted({ campaigns }: DropsDeps, campaignId: string): Promise<boolean> {
  const status = (await campaigns.find(campaignId))?.status;
  return status === undefined || status === 'Success' || status === 'Failed';
}
