import { createCampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';
import type { AuditSource } from '#server/features/credits/audit/audit-source.ts';
import { createSettlementModel } from '#server/features/drops/settlement/settlement-store.ts';
import { campaignSource, settlementSource } from '#server/app/database/audit.ts';
import { CAMPAIGN, STREAM } from '../known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const settlements: StoreCases<Pick<AuditSource, 'expectedEvents' | 'causing'>> = {
  file: 'server/app/database/audit.ts',
  open: ({ connection }) =>
    settlementSource(createSettlementModel(connection), createCampaignModel(connection)),
  calls: {
    expectedEvents: (source) => source.expectedEvents(STREAM),
    causing: (source) => source.causing(STREAM, [`deduct:${CAMPAIGN}:1`]),
  },
};

const campaigns: StoreCases<Required<Pick<AuditSource, 'causing' | 'expectedHolds'>>> = {
  file: 'server/app/database/audit.ts',
  open: ({ connection }) => campaignSource(createCampaignModel(connection)) as Required<AuditSource>,
  calls: {
    causing: (source) => source.causing(STREAM, [`hold:${CAMPAIGN}:1:step`]),
    expectedHolds: (source) => source.expectedHolds(STREAM),
  },
};

export const auditCalls = [...callsOf(settlements), ...callsOf(campaigns)];
