import type { Connection } from 'mongoose';
import { PLANS } from '#shared/plans.ts';
import { createInvoiceModel, type InvoiceRecord } from '#server/billing/invoice-model.ts';
import {
  createCampaignModel,
  type CampaignDocument,
  type CampaignModel,
} from '#server/campaigns/campaign-model.ts';
import type { AuditSource } from '#server/credits/audit/audit-source.ts';
import { createSettlementModel, type SettlementModel } from '#server/drops/settlement-model.ts';
import type { Model } from 'mongoose';

/** The records of billing, campaigns and drops that cause the credit events of one user (design §3, "both ways"). */
export function createCauses(connection: Connection): (owner: { _id: string }) => AuditSource[] {
  const invoices = createInvoiceModel(connection);
  const campaigns = createCampaignModel(connection);
  const settlements = createSettlementModel(connection);
  return ({ _id: uid }) => [
    invoiceSource(invoices, uid),
    settlementSource(settlements, campaigns),
    campaignSource(campaigns),
  ];
}

/** A granted invoice has its grant; one that is paid and not granted yet may get it from the next sweep. */
function invoiceSource(invoices: Model<InvoiceRecord>, uid: string): AuditSource {
  return {
    name: 'invoices',
    explains: (key) => key.startsWith('grant:invoice:'),
    async *expectedEvents() {
      for await (const { _id, outcome, plan } of invoices
        .find({ uid, outcome: { $ne: 'refunded' } })
        .lean()) {
        const granted = outcome === 'granted';
        if (plan === undefined || (!granted && !(await paid(_id)))) continue;
        const amount = PLANS[plan].benefits.assignedCredits;
        yield { key: `grant:invoice:${_id}`, cause: `invoice ${_id}`, due: granted, amount };
      }
    },
  };

  async function paid(id: string): Promise<boolean> {
    return (
      (await invoices.exists({
        _id: id,
        status: 'paid',
        reason: { $ne: 'other' },
        planTotal: { $gt: 0 },
      })) !== null
    );
  }
}

/** A settlement that is done has charged what it counted as delivered; the next settler finishes an open one. */
function settlementSource(settlements: SettlementModel, campaigns: CampaignModel): AuditSource {
  return {
    name: 'settlements',
    explains: (key) => key.startsWith('deduct:'),
    async *expectedEvents(streamId) {
      const ids = await campaigns.distinct('_id', { streamId });
      for await (const one of settlements
        .find({ campaignId: { $in: ids }, delivered: { $gt: 0 } }, { contacts: 0 })
        .lean()) {
        const { _id, campaignId, n, delivered, doneAt } = one;
        yield {
          key: `deduct:${campaignId}:${String(n)}`,
          cause: `settlement ${_id}`,
          due: doneAt !== undefined,
          calls: delivered,
        };
      }
    },
  };
}

/** A campaign holds what its contacts need before it begins, and nothing when it is final or deleted. */
function campaignSource(campaigns: CampaignModel): AuditSource {
  return {
    name: 'campaigns',
    explains: (key) => /^(hold|release):/.test(key),
    async *expectedEvents() {
      // A campaign does not keep the keys of its preparations; `mayCause` and the holds speak for them.
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

/** The calls that a campaign must hold; undefined while some of them are being made. */
function callsNeeded({ status, startedAt, total }: CampaignDocument): number | undefined {
  if (status === 'Success' || status === 'Failed' || status === 'Deleted') return 0;
  if ((status === 'Scheduled' || status === 'Paused') && startedAt === undefined) return total;
  return undefined;
}
