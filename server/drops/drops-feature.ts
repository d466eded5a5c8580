import type { Router } from 'express';
import { createCampaignContacts, type CampaignContacts } from './contacts/campaign-contacts.ts';
import { createCarrierWebhooks } from './reports/carrier-webhooks.ts';
import { cleanUp } from './clean-up.ts';
import { createDropsDeps, type DropModels, type DropsDepsOptions } from './create-drops-deps.ts';
import type { DropsDeps } from './drops-deps.ts';
import { createDropStatistics, type DropStatistics } from './settlement/drop-statistics.ts';
import { notifyOwner } from './notifications/notify-owner.ts';
import type { JobControl } from './ports.ts';
import { failOverdue, scan } from './reconcile.ts';
import { ReportRecorder } from './reports/report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import { SettlementScheduler } from './settlement/settlement-scheduler.ts';
import { withdrawCampaign } from './withdraw-campaign.ts';

export interface DropsFeatureOptions extends DropsDepsOptions {
  /** Accepted secrets of callback paths; older ones are needed while calls placed with them are open. */
  callbackSecrets: readonly string[];
  /** Fetches the signing secrets of the carrier again. */
  renewSigningSecrets(): Promise<void>;
}

export interface DropsFeature {
  /** Contacts of campaigns (the port `CampaignContacts` of the feature `campaigns`). */
  contacts: CampaignContacts;
  /** The engine as campaigns use it (their port `DropEngine`). */
  engine: {
    run(campaignId: string): Promise<void>;
    ensureRunning(campaignId: string): Promise<void>;
    runAt(campaignId: string, at: Date): Promise<void>;
    withdraw(campaignId: string): Promise<number>;
  };
  /** Calls for analytics. */
  statistics: DropStatistics;
  /** `POST /carrier/:secret` and `POST /carrier`, to be mounted under `/webhooks` before any body parser. */
  webhooks: Router;
  /** Handlers of the jobs. */
  handlers: {
    startCampaign(campaignId: string): Promise<void>;
    runCampaign(campaignId: string, control: JobControl): Promise<void>;
    settleCampaign(campaignId: string, control?: JobControl): Promise<void>;
    notifyOwner(campaignId: string): Promise<void>;
    scan(control?: JobControl): Promise<void>;
    cleanUp(control: JobControl): Promise<void>;
  };
  models: DropModels;
  /** Schedules at once the settlements that wait for more reports. */
  stop(): void;
}

/** Creates the drop engine, which claims, places, reports, settles and finishes the calls of campaigns. */
export function createDropsFeature(options: DropsFeatureOptions): DropsFeature {
  const { deps, models } = createDropsDeps(options);
  const scheduler = new SettlementScheduler({ ...deps, settleAfterMs: deps.options.settleAfterMs });
  const recorder = new ReportRecorder({
    ...deps,
    onRecorded: (campaignId, reports) => {
      scheduler.note(campaignId, reports);
    },
  });
  return {
    contacts: createCampaignContacts(deps),
    engine: {
      run: (campaignId) => deps.jobs.run(campaignId),
      ensureRunning: (campaignId) => deps.jobs.ensureRunning(campaignId),
      runAt: (campaignId, at) => deps.jobs.startAt(campaignId, at),
      withdraw: (campaignId) => withdrawCampaign(deps, campaignId),
    },
    statistics: createDropStatistics(deps),
    webhooks: createCarrierWebhooks(deps, {
      recorder,
      secrets: options.callbackSecrets,
      renewSigningSecrets: () => options.renewSigningSecrets(),
    }),
    handlers: createHandlers(deps),
    models,
    stop: () => {
      scheduler.stop();
    },
  };
}

function createHandlers(deps: DropsDeps): DropsFeature['handlers'] {
  return {
    async startCampaign(campaignId) {
      const startedAs = await deps.campaigns.startDue(campaignId);
      if (startedAs === 'Paused') await deps.jobs.notify(campaignId);
      // Also if a previous worker died between the status change and this step.
      else if ((await deps.campaigns.find(campaignId))?.status === 'Sending')
        await deps.jobs.ensureRunning(campaignId);
    },
    runCampaign: (campaignId, control) => runCampaign(deps, campaignId, control),
    async settleCampaign(campaignId, control) {
      const others = (await failOverdue(deps)).filter((id) => id !== campaignId);
      await settleCampaign(deps, campaignId, control?.heartbeat);
      if (await isFinalOrDeleted(deps, campaignId)) await deps.jobs.cancelSettle(campaignId);
      for (const id of others) await deps.jobs.settle(id);
    },
    notifyOwner: (campaignId) => notifyOwner(deps, campaignId),
    scan: (control) => scan(deps, control?.heartbeat),
    cleanUp: (control) => cleanUp(deps, control),
  };
}

/** Returns whether a campaign is final or erased, so that no call waits for the report deadline. */
async function isFinalOrDeleted({ campaigns }: DropsDeps, campaignId: string): Promise<boolean> {
  const status = (await campaigns.find(campaignId))?.status;
  return status === undefined || status === 'Success' || status === 'Failed';
}
