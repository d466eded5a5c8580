import { tmpdir } from 'node:os';
import type { Connection } from 'mongoose';
import { createCampaignStores } from '#server/campaigns/campaigns-feature.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { CONTACT_BATCH, type ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/campaigns/preparation/create-campaign.ts';
import { executeCampaign } from '#server/campaigns/lifecycle/transitions.ts';
import type { VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import { createCampaignContacts } from '#server/drops/contacts/campaign-contacts.ts';
import { createDropsDeps } from '#server/drops/create-drops-deps.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { ReportRecorder } from '#server/drops/reports/report-recorder.ts';
import { runCampaign } from '#server/drops/run-campaign.ts';
import { settleCampaign } from '#server/drops/settlement/settle-campaign.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/log.ts';
import type { Drop, VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { createRequestKeys } from '#server/request-keys/request-key-store.ts';
import { createSuppressionsFeature } from '#server/suppressions/suppressions-feature.ts';
import { benchContact } from '../contact-rows.ts';

const UNLIMITED = 1_000_000_000;
const REPORT_DEADLINE_MS = 3_600_000;
const CREDITS = 1_000_000_000;
/** Number of reports per settlement. */
const SETTLEMENT_BATCH = 1_000;

/** Creates and sends campaigns with real components, except for a carrier that reports immediately in process. */
export interface BenchEngine {
  create(contacts: number): Promise<string>;
  /** Sends a campaign until it is final. */
  send(campaignId: string): Promise<void>;
  close(): Promise<void>;
}

/** Creates the engine on a database. */
export async function openEngine(connection: Connection): Promise<BenchEngine> {
  const shared = { connection, clock: systemClock, log: createLogger('warn') };
  const credits = createCreditsFeature(shared);
  const stores = createCampaignStores(shared);
  const keys = createRequestKeys(connection);
  const subscriptions = {
    isSubscribed: () => Promise.resolve(true),
    periodStartOf: () => Promise.resolve(undefined),
  };
  const suppressions = createSuppressionsFeature({ ...shared, subscriptions });
  const reports: { report?: (drop: Drop) => void } = {};
  const { deps, models } = createDropsDeps({
    ...shared,
    campaigns: stores.runs,
    openCampaigns: stores.openCampaigns,
    doNotCall: suppressions.doNotCall,
    carrier: inProcessCarrier((drop) => reports.report?.(drop)),
    synthesizer: mute,
    objects: emptyStore,
    ledger: credits.ledger,
    jobs: {
      run: nothing,
      continueRun: nothing,
      ensureRunning: nothing,
      startAt: nothing,
      settle: nothing,
      cancelSettle: nothing,
      notify: nothing,
    },
    notices: stores.notices,
    owners: { byUid: () => Promise.resolve(undefined) },
    mailer: { send: nothing },
    publicUrl: 'https://hark.example',
    dropsPerMinute: UNLIMITED,
    // A single slice: no other campaign is waiting.
    options: { reportDeadlineMs: REPORT_DEADLINE_MS, sliceMs: Infinity },
  });
  const indexed = [...credits.models, ...stores.models, ...keys.models, ...suppressions.models, ...models];
  await Promise.all(indexed.map((model) => model.createIndexes()));
  const campaigns: CampaignsDeps = {
    ...shared,
    realTime: systemClock,
    ...stores,
    requestKeys: keys.requestKeys,
    contacts: createCampaignContacts(deps),
    engine: { run: nothing, ensureRunning: nothing, runAt: nothing, withdraw: () => Promise.resolve(0) },
    ledger: credits.ledger,
    voices: {
      ownership: () => Promise.resolve('own'),
      find: (_, id) => Promise.resolve({ kind: 'own', voice: { id, title: 'Ana', providerVoiceId: id } }),
    },
    subscriptions,
    spoolDir: tmpdir(),
    preparationLeaseMs: 60_000,
  };
  return {
    async create(contacts) {
      const user = { uid: newId(), streamId: newId() };
      await fund(credits.ledger, user.streamId);
      const draft = {
        campaign_name: newId(),
        campaign_type: 'voicemail' as const,
        message: 'Hello, this is Hark.',
        voice_id: 'voice',
      };
      const source = benchContacts(contacts);
      const { campaign } = await createCampaign(campaigns, {
        user,
        draft,
        source,
        idempotencyKey: undefined,
      });
      await executeCampaign(campaigns, (await stores.campaigns.find(campaign.id)) as VisibleCampaign, true);
      return campaign.id;
    },
    send: (campaignId) => send(deps, reports, campaignId),
    close: () => credits.close(),
  };
}

/** Places, records, settles and finishes a campaign, like a worker and a web server together. */
async function send(
  deps: DropsDeps,
  reports: { report?: (drop: Drop) => void },
  campaignId: string,
): Promise<void> {
  let settling = Promise.resolve();
  let recorded = 0;
  const recorder = new ReportRecorder({
    ...deps,
    onRecorded: (_, count) => {
      recorded += count;
      if (recorded < SETTLEMENT_BATCH) return;
      recorded -= SETTLEMENT_BATCH;
      settling = settling.then(() => settleCampaign(deps, campaignId));
    },
  });
  const records = new Set<Promise<unknown>>();
  reports.report = ({ attemptId, to }) => {
    const record = recorder.record({ ...DELIVERED, attemptId, to, reportedAt: new Date() });
    records.add(record);
    void record.finally(() => records.delete(record));
  };
  const control = { signal: new AbortController().signal, heartbeat: nothing };
  await runCampaign(deps, campaignId, control);
  await Promise.all(records);
  await settling;
  await settleCampaign(deps, campaignId);
  const { status } = (await deps.campaigns.find(campaignId)) ?? {};
  if (status !== 'Success') throw new Error(`The campaign ended as ${String(status)}`);
}

const nothing = () => Promise.resolve();
const DELIVERED = {
  outcome: 'success' as const,
  code: '0',
  reason: '',
  doNotCall: false,
  accountFault: false,
  carrierFault: false,
};

/** In-process carrier: accepts every drop and reports it as delivered. */
function inProcessCarrier(report: (drop: Drop) => void): VoicemailCarrier {
  return {
    capabilities: { idempotencyKeys: true },
    account: 'bench',
    subscribe: nothing,
    addMedia: () => Promise.resolve('media'),
    place(drop) {
      report(drop);
      return Promise.resolve({ kind: 'accepted', messageId: drop.attemptId });
    },
    parseCallback: () => undefined,
    parseSignedWebhook: () => undefined,
    close: () => undefined,
  };
}

const mute = {
  cloneVoice: () => Promise.resolve('voice'),
  deleteVoice: nothing,
  speak: () => Promise.resolve(Buffer.alloc(1)),
};

const emptyStore = {
  presignUpload: () => Promise.reject(new Error('nothing is uploaded here')),
  presignDownload: () => Promise.resolve(''),
  put: nothing,
  read: () => Promise.resolve(undefined),
  stat: () => Promise.resolve(undefined),
  delete: nothing,
};

/** A contact source of any length that is never fully in memory. */
function benchContacts(count: number): ContactSource {
  const batches = async function* () {
    for (let at = 0; at < count; at += CONTACT_BATCH)
      yield Array.from({ length: Math.min(CONTACT_BATCH, count - at) }, (_, n) => benchContact(at + n));
  };
  return {
    digest: newId(),
    check: () => Promise.resolve(count),
    contacts: batches,
    async *numbers() {
      for await (const batch of batches()) {
        yield batch.map(({ recommended_phone: number }) => ({ listed: number, dialled: number }));
      }
    },
  };
}

async function fund(
  ledger: ReturnType<typeof createCreditsFeature>['ledger'],
  stream: string,
): Promise<void> {
  const id = newId();
  const period = { id, start: new Date() };
  const source = { kind: 'invoice' as const, id };
  await ledger.execute(stream, { type: 'grant', key: 'grant:1', plan: 'scale', source, period });
  await ledger.execute(stream, { type: 'adjust', key: 'adjust:1', amount: CREDITS, reason: 'bench' });
}
