import type { Connection } from 'mongoose';
import type { StoredObjects } from '#server/features/account/retention/api.ts';
import type { RetentionOptions } from '#server/features/account/retention/retention-deps.ts';
import { createRetentionFeature } from '#server/features/account/retention/retention-feature.ts';

/** The features that store objects. */
interface StoringFeatures {
  drops: { stored: StoredObjects };
  voices: { stored: readonly StoredObjects[] };
  previews: { stored: StoredObjects };
  accountExport: { stored: StoredObjects };
}

/** Creates the sweep of the object store over the features that store objects there. */
export function composeRetention(
  { drops, voices, previews, accountExport }: StoringFeatures,
  options: Omit<RetentionOptions, 'stored'> & { connection: Connection },
) {
  return createRetentionFeature({
    ...options,
    stored: [drops.stored, ...voices.stored, previews.stored, accountExport.stored],
  });
}
