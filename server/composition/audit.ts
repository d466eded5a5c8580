import type { Connection } from 'mongoose';
import { BillingRecords } from '#server/billing/billing-records.ts';
import { createInvoiceAudit, createRefundAudit } from '#server/billing/credit-audit.ts';
import { createInvoiceModel, createSubscriptionModel } from '#server/billing/billing-records-model.ts';
import { createRefundStepModel, RefundStepStore } from '#server/billing/refunds/refund-step-store.ts';
import {
  createCampaignModel,
  type CampaignDocument,
  type CampaignModel,
} from '#server/campaigns/campaign-model.ts';
import type { AuditSource } from '#server/credits/audit/audit-source.ts';
import { createSettlementModel, type SettlementModel } from '#server/drops/settlement/settlement-store.ts';

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

/** Expects a deduction for each settlement with delivered calls; it is due once the settlement is done. */
export function settlementSource(settlements: SettlementModel, campaigns: CampaignModel): AuditSource {
  return {
    name: 'settlements',
    explains: (key) => key.startsWith('deduct:'),
    async *expectedEvents(streamId) {
      const campaignNames = await campaigns.find({ streamId }, { name: 1 }).lean();
      const names = new Map(campaignNames.map(({ _id, name }) => [_id, name]));
      for await (const settlement of settlements
        .find(
          { campaignId: { $in: [...names.keys()] }, delivered: { $gt: 0 }, uncharged: { $ne: true } },
          { contacts: 0 },
        )
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
    },
  };
}

/** Expects a hold for all contacts of a campaign before it starts, and no hold once it is final or deleted. */
export function campaignSource(campaigns: CampaignModel): AuditSource {
  return {
    name: 'campaigns',
    explains: (key) => /^(hold|release):/.test(key),
    async *expectedEvents() {
      // Campaigns do not store the keys of their preparations; `mayCause` and `expectedHolds` cover them.
    },
    async mayCause(key) {
      return (await campaigns.exists({ _id: key.split(':')[1] ?? '' })) !== null;
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
