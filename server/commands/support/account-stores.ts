import type { Connection } from 'mongoose';
import { createDeletionModel, DeletionStore } from '#server/features/account/deletion/deletion-store.ts';
import { createExportModel, ExportStore } from '#server/features/account/export/export-store.ts';
import { ApiKeyStore, createApiKeyModel } from '#server/features/auth/api-keys/api-key-store.ts';
import {
  createSecondFactorModel,
  createSecondFactorStore,
} from '#server/features/auth/second-factor/second-factor-store.ts';
import { BillingRecords } from '#server/features/billing/billing-records.ts';
import {
  createInvoiceModel,
  createSubscriptionModel,
} from '#server/features/billing/billing-records-model.ts';
import type { Features } from '#server/app/features.ts';
import { createProcessModel, ProcessStore } from '#server/platform/migrations/process-store.ts';
import { createVoiceModel, createVoiceStore } from '#server/features/voices/voice-store.ts';
import { createEndpointModel, EndpointStore } from '#server/features/webhooks/endpoints/endpoint-store.ts';

export type AccountStores = ReturnType<typeof createAccountStores>;

/** Returns the stores that hold the data of accounts; of features that need no provider, the features' own. */
export function createAccountStores(
  connection: Connection,
  { stores, accountEvents, calling }: Pick<Features, 'stores' | 'accountEvents' | 'calling'>,
) {
  return {
    billing: new BillingRecords(createSubscriptionModel(connection), createInvoiceModel(connection)),
    campaigns: stores.campaigns,
    overview: stores.overview,
    voices: createVoiceStore(createVoiceModel(connection)),
    apiKeys: new ApiKeyStore(createApiKeyModel(connection)),
    deletions: new DeletionStore(createDeletionModel(connection)),
    exports: new ExportStore(createExportModel(connection)),
    events: accountEvents,
    stops: calling.stops,
    secondFactors: createSecondFactorStore(createSecondFactorModel(connection)),
    processes: new ProcessStore(createProcessModel(connection)),
    webhooks: new EndpointStore(createEndpointModel(connection)),
  };
}
