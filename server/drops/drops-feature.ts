import type { Router } from 'express';
import { createCampaignContacts, type CampaignContacts } from './contacts/campaign-contacts.ts';
import { createCarrierWebhooks } from './reports/carrier-webhooks.ts';
import { cleanUp } from './clean-up.ts';
import { createDropsDeps, type DropModels, type DropsDepsOptions } from './create-drops-deps.ts';
import type { DropsDeps } from './drops-deps.ts';
import { createDropStatistics, type DropStatistics } from './settlement/drop-statistics.ts';
import { notifyOwner } from './notifications/notify-owner.ts';
import type { JobControl } from './ports.ts';
import { giveUpOverdue, scan } from './reconcile.ts';
import { ReportRecorder } from './reports/report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { settleCampaign } from './settlement/settle-campaign.ts';
import { SettlementScheduler } from './settlement/settlement-scheduler.ts';
import { withdrawCampaign } from './withdraw-campaign.ts';

export interface DropsFeatureOptions extends DropsDepsOptions {
  /** The unguessable parts of callback paths that are accepted: of calls still open, older ones too. */
  callbackSecrets: readonly string[];
  /** Fetches the secrets that the carrier signs its webhooks with anew. */
  renewSigningSecrets(): Promise<void>;
}

export interface DropsFeature {
  /** The contacts of campaigns (the port `CampaignContacts` of campaigns). */
  contacts: CampaignContacts;
  /** The engine as campaigns see it (their port `DropEngine`). */
  engine: {
    run(campaignId: string): Promise<void>;
    ensureRunning(campaignId: string): Promise<void>;
    runAt(campaignId: string, at: Date): Promise<void>;
    withdraw(campaignId: string): Promise<number>;
  };
  /** The call half of what analytics reads. */
  statistics: DropStatistics;
  /** `POST /carrier/:secret` and `POST /carrier`, to be mounted under `/webhooks` before any body parser. */
  webhooks: Router;
  /** What the jobs call. */
  handlers: {
    startCampaign(campaignId: string): Promise<void>;
    runCampaign(campaignId: string, control: JobControl): Promise<void>;
    settleCampaign(campaignId: string, control?: JobControl): Promise<void>;
    notifyOwner(campaignId: string): Promise<void>;
    scan(control?: JobControl): Promise<void>;
    cleanUp(control: JobControl): Promise<void>;
  };
  models: DropModels;
  /** Asks at once for the settlements that are still waiting for more reports. */
  stop(): void;
}

/** The drop engine: claims, places, reports, settles and finishes campaigns (design §4). */
export function createDropsFeature(options: DropsFeatureOptions): DropsFeature {
  const { deps, models } = createDropsDeps(options);
  const soon = new SettlementScheduler({ ...deps, settleAfterMs: deps.options.settleAfterMs });
  const recorder = new ReportRecorder({
    ...deps,
    onRecorded: (campaignId, reports) => {
      soon.note(campaignId, reports);
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
    handlers: handlersOf(deps),
    models,
    stop: () => {
      soon.stop();
    },
  };
}

function handlersOf(deps: DropsDeps): DropsFeature['handlers'] {
  return {
    async startCampaign(campaignId) {
      const went = await deps.campaigns.startDue(campaignId);
      if (went === 'Paused') await deps.jobs.notify(campaignId);
      // Also where a worker before us died between the two.
      else if ((await deps.campaigns.find(campaignId))?.status === 'Sending')
        await deps.jobs.ensureRunning(campaignId);
    },
    runCampaign: (campaignId, control) => runCampaign(deps, campaignId, control),
    async settleCampaign(campaignId, control) {
      const others = (await giveUpOverdue(deps)).filter((id) => id !== campaignId);
      await settleCampaign(deps, campaignId, control?.heartbeat);
      if (await isOver(deps, campaignId)) await deps.jobs.cancelSettle(campaignId);
      for (const id of others) await deps.jobs.settle(id);
    },
    notifyOwner: (campaignId) => notifyOwner(deps, campaignId),
    scan: (control) => scan(deps, control?.heartbeat),
    cleanUp: (control) => cleanUp(deps, control),
  };
}

/** Whether a campaign is final or gone, so that nothing of it waits for the report deadline. */
async function isOver({ campaigns }: DropsDeps, campaignId: string): Promise<boolean> {
  const status = (await campaigns.find(campaignId))?.status;
  return status === undefined || status === 'Success' || status === 'Failed';
}
