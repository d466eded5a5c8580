import type { Router } from 'express';
import type { Connection } from 'mongoose';
import { CallStore } from './call-store.ts';
import { createCarrierWebhooks } from './carrier-webhooks.ts';
import { createClaimModel, type ClaimModel } from './claim-model.ts';
import { ClaimStore } from './claim-store.ts';
import { createContactModel, type ContactModel } from './contact-model.ts';
import { ContactStore } from './contact-store.ts';
import { createDayCounterModel, type DayCounterModel } from './day-counter-model.ts';
import { DayCounterStore } from './day-counter-store.ts';
import { DROP_DEFAULTS, type DropOptions, type DropsDeps } from './drops-deps.ts';
import { createDropStatistics, type DropStatistics } from './drop-statistics.ts';
import type { JobControl } from './ports.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { giveUpOverdue, scan } from './reconcile.ts';
import { ReportRecorder } from './report-recorder.ts';
import { runCampaign } from './run-campaign.ts';
import { settleCampaign } from './settle-campaign.ts';
import { createSettlementModel, type SettlementModel } from './settlement-model.ts';
import { SettlementStore } from './settlement-store.ts';
import { SettleSoon } from './settle-soon.ts';
import { withdrawCampaign } from './withdraw-campaign.ts';

type Given = Pick<DropsDeps, 'campaigns' | 'carrier' | 'ledger' | 'jobs' | 'clock' | 'log'>;

export interface DropsFeatureOptions extends Given {
  connection: Connection;
  /** The unguessable part of the callback's path. */
  callbackSecret: string;
  dropsPerMinute: number;
  options: Partial<DropOptions> & Pick<DropOptions, 'reportDeadlineMs'>;
}

export interface DropsFeature {
  /** The contacts of campaigns (the port `CampaignContacts` of campaigns). */
  contacts: ContactStore;
  settlements: SettlementStore;
  /** The engine as campaigns see it (their port `DropEngine`). */
  engine: {
    run(campaignId: string): Promise<void>;
    runAt(campaignId: string, at: Date): Promise<void>;
    withdraw(campaignId: string): Promise<number>;
  };
  /** The call half of what analytics reads. */
  statistics: DropStatistics;
  /** `POST /carrier/:secret` and `POST /carrier`, to be mounted under `/webhooks` before any body parser. */
  webhooks: Router;
  /** What the jobs call. */
  handlers: {
    startCampaign(campaignId: string, control: JobControl): Promise<void>;
    runCampaign(campaignId: string, control: JobControl): Promise<void>;
    settleCampaign(campaignId: string): Promise<void>;
    scan(): Promise<void>;
  };
  models: [ContactModel, ClaimModel, SettlementModel, DayCounterModel];
  /** Asks at once for the settlements that are still waiting for more reports. */
  stop(): void;
}

/** The drop engine: claims, places, reports, settles and finishes campaigns (design §4). */
export function createDropsFeature({ connection, callbackSecret, dropsPerMinute, options, ...given }: DropsFeatureOptions): DropsFeature {
  const contactModel = createContactModel(connection);
  const claimModel = createClaimModel(connection);
  const settlementModel = createSettlementModel(connection);
  const dayModel = createDayCounterModel(connection);
  const deps: DropsDeps = {
    ...given,
    contacts: new ContactStore(contactModel),
    calls: new CallStore(contactModel),
    claims: new ClaimStore(claimModel),
    settlements: new SettlementStore(settlementModel),
    days: new DayCounterStore(dayModel),
    limiter: createRateLimiter(dropsPerMinute),
    options: { ...DROP_DEFAULTS, ...options },
  };
  const soon = new SettleSoon({ ...deps, settleAfterMs: deps.options.settleAfterMs });
  const recorder = new ReportRecorder({
    ...deps,
    onRecorded: (campaignId, reports) => {
      soon.note(campaignId, reports);
    },
  });
  return {
    contacts: deps.contacts,
    settlements: deps.settlements,
    engine: {
      run: (campaignId) => deps.jobs.run(campaignId),
      runAt: (campaignId, at) => deps.jobs.startAt(campaignId, at),
      withdraw: (campaignId) => withdrawCampaign(deps, campaignId),
    },
    statistics: createDropStatistics(deps),
    webhooks: createCarrierWebhooks(deps, { recorder, secret: callbackSecret }),
    handlers: handlersOf(deps),
    models: [contactModel, claimModel, settlementModel, dayModel],
    stop: () => {
      soon.stop();
    },
  };
}

function handlersOf(deps: DropsDeps): DropsFeature['handlers'] {
  return {
    async startCampaign(campaignId, control) {
      await deps.campaigns.startDue(campaignId);
      await runCampaign(deps, campaignId, control);
    },
    runCampaign: (campaignId, control) => runCampaign(deps, campaignId, control),
    async settleCampaign(campaignId) {
      const others = (await giveUpOverdue(deps)).filter((id) => id !== campaignId);
      await settleCampaign(deps, campaignId);
      for (const id of others) await deps.jobs.settle(id);
    },
    scan: () => scan(deps),
  };
}
