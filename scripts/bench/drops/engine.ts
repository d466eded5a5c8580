import type { Connection } from 'mongoose';
import { CONTACT_BATCH, type ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/features/campaigns/preparation/create-campaign.ts';
import { executeCampaign } from '#server/features/campaigns/lifecycle/transitions.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { ReportRecorder } from '#server/features/drops/reports/report-recorder.ts';
import { runCampaign } from '#server/features/drops/run-campaign.ts';
import { settleCampaign } from '#server/features/drops/settlement/settle-campaign.ts';
import { TEST_GIVER } from '#server/testing/system/test-context.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { Drop } from '#server/providers/carrier/port.ts';
import { composeBenchFeatures, fund } from '../data/bench-features.ts';
import { benchContact } from '../data/contact-rows.ts';

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
  const reports: { report?: (drop: Drop) => void } = {};
  const features = composeBenchFeatures(connection, (drop) => reports.report?.(drop));
  const { campaignsDeps, credits, drops, keys, stores, suppressions } = features;
  await createIndexes(credits, stores, keys, suppressions, drops);
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
      const { campaign } = await createCampaign(campaignsDeps, {
        user,
        draft,
        source,
        idempotencyKey: undefined,
        ...TEST_GIVER,
      });
      await executeCampaign(
        campaignsDeps,
        (await stores.campaigns.find(campaign.id)) as VisibleCampaign,
        true,
      );
      return campaign.id;
    },
    send: (campaignId) => send(drops.deps, reports, campaignId),
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

/** A contact source of any length that is never fully in memory. */
function benchContacts(count: number): ContactSource {
  const batches = async function* () {
    for (let at = 0; at < count; at += CONTACT_BATCH)
      yield Array.from({ length: Math.min(CONTACT_BATCH, count - at) }, (_, n) => benchContact(at + n));
  };
  return {
    digest: newId(),
    ownColumns: () => Promise.resolve([]),
    check: () => Promise.resolve(count),
    contacts: batches,
    async *numbers() {
      for await (const batch of batches()) {
        yield batch.map(({ recommended_phone: number }) => ({ listed: number, dialled: number }));
      }
    },
  };
}
