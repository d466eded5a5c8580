import type { Connection } from 'mongoose';
import { createRequestKeyModel, type RequestKeyModel } from './request-key-model.ts';
import { RequestKeyStore } from './request-key-store.ts';

/** The one place where the `Idempotency-Key`s of all features are kept: a key means one request, whatever it asks. */
export function createRequestKeys(connection: Connection): {
  requestKeys: RequestKeyStore;
  models: [RequestKeyModel];
} {
  const model = createRequestKeyModel(connection);
  return { requestKeys: new RequestKeyStore(model), models: [model] };
}
