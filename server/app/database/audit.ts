import type { Connection } from 'mongoose';
import { BillingRecords } from '#server/features/billing/billing-records.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import { createInvoiceAudit, createRefundAudit } from '#server/features/billing/credit-audit.ts';
import {
  createInvoiceModel,
  createSubscriptionModel,
} from '#server/features/billing/billing-records-model.ts';
import {
  createRefundStepModel,
  RefundStepStore,
} from '#server/features/billing/refunds/refund-step-store.ts';
import {
  createCampaignModel,
  type CampaignDocument,
  type CampaignModel,
} from '#server/features/campaigns/stores/campaign-model.ts';
import { RECORDS_AT_A_TIME, type AuditSource } from '#server/features/credits/audit/audit-source.ts';
import {
  createSettlementModel,
  type SettlementModel,
} from '#server/features/drops/settlement/settlement-store.ts';

/** The records from which credit events result: of accounts, and of erased accounts, whose campaigns are erased too. */
export interface AuditSources {
  all: AuditSource[];
  lasting: AuditSource[];
}

/** Creates the audit sources: the records of billing, campaigns and drops from which credit events result. */
export function createAuditSources(connection: Connection): AuditSources {
  const campaigns = createCampaignModel(connection);
  const billing = new BillingRecords(createSubscriptionModel(connection), createInvoiceModel(connection));
  const lasting = [
    createInvoiceAudit(billing),
    createRefundAudit(new RefundStepStore(createRefundStepModel(connection))),
  ];
  const ofCampaigns = [
    settlementSource(createSettlementModel(connection), campaigns),
    campaignSource(campaigns),
  ];
  return { lasting, all: [...lasting, ...ofCampaigns] };
}

/** Campaigns whose settlements are read by one query. */
const CAMPAIGNS_AT_ONCE = 500;

/** Settlements that charge for calls. */
const CHARGED = { delivered: { $gt: 0 }, uncharged: { $ne: true } } as const;

/** Expects a deduction for each settlement with delivered calls; it is due once the settlement is done. */
export function settlementSource(settlements: SettlementModel, campaigns: CampaignModel): AuditSource {
  return {
    name: 'settlements',
    explains: (key) => key.startsWith('deduct:'),
    async *expectedEvents(streamId) {
      for await (const names of namesInBatches(campaigns, streamId)) {
        const ofCampaigns = { campaignId: { $in: [...names.keys()] }, ...CHARGED };
        for await (const settlement of settlements
          .find(ofCampaigns, { contacts: 0 })
          .batchSize(RECORDS_AT_A_TIME)
          .lean()) {
          const { _id, campaignId, n, delivered, at, doneAt } = settlement;
          yield {
            key: `deduct:${campaignId}:${String(n)}`,
            cause: `settlement ${_id} of campaign "${names.get(campaignId) ?? ''}"`,
            due: doneAt !== undefined,
            since: at,
            calls: delivered,
          };
        }
      }
    },
    async causing(streamId, keys) {
      const ids = keys.map((key) => key.slice('deduct:'.length));
      const found = await settlements.find({ _id: { $in: ids }, ...CHARGED }, { campaignId: 1 }).lean();
      const campaignIds = [...new Set(found.map(({ campaignId }) => campaignId))];
      const owned = await campaigns.find({ _id: { $in: campaignIds }, streamId }, { _id: 1 }).lean();
      const own = new Set(owned.map(({ _id }) => _id));
      return new Set(found.filter(({ campaignId }) => own.has(campaignId)).map(({ _id }) => `deduct:${_id}`));
    },
  };
}

/** Yields the names of a stream's campaigns by id, some hundred at a time. */
async function* namesInBatches(
  campaigns: CampaignModel,
  streamId: string,
): AsyncGenerator<Map<string, string>> {
  const stored = campaigns.find({ streamId }, { name: 1 }).lean().cursor();
  for await (const batch of inBatches(stored, CAMPAIGNS_AT_ONCE))
    yield new Map(batch.map(({ _id, name }) => [_id, name]));
}

/** Expects a hold for all contacts of a campaign before it starts, and no hold once it is final or deleted. */
export function campaignSource(campaigns: CampaignModel): AuditSource {
  return {
    name: 'campaigns',
    explains: (key) => /^(hold|release):/.test(key),
    async *expectedEvents() {
      // Campaigns do not store the keys of their preparations; `causing` and `expectedHolds` cover them.
    },
    async causing(_streamId, keys) {
      const campaignOf = (key: string) => key.split(':')[1] ?? '';
      const ids = [...new Set(keys.map(campaignOf))];
      const found = await campaigns.find({ _id: { $in: ids } }, { _id: 1 }).lean();
      const existing = new Set(found.map(({ _id }) => _id));
      return new Set(keys.filter((key) => existing.has(campaignOf(key))));
    },
    async *expectedHolds(streamId) {
      for await (const campaign of campaigns.find({ streamId }).lean()) {
        const calls = callsNeeded(campaign);
        if (calls === undefined) continue;
        const cause = `campaign "${campaign.name}" (${campaign.status})`;
        yield { campaignId: campaign._id, cause, due: campaign.preparing === undefined, calls };
      }
    },
  };
}

/** Returns the number of calls a campaign must hold, or undefined while it is running. */
function callsNeeded({ status, startedAt, total }: CampaignDocument): number | undefined {
  if (status === 'Success' || status === 'Failed' || status === 'Deleted') return 0;
  if ((status === 'Scheduled' || status === 'Paused') && startedAt === undefined) return total;
  return undefined;
}
