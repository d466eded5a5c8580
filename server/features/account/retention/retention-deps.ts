import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { StoredObjects } from './api.ts';
import type { ObjectSweepStore } from './object-sweep-store.ts';

/** What the feature is given. */
export interface RetentionOptions {
  /** The same time in all processes; the store dates its objects by about the same. */
  clock: Clock;
  log: Logger;
  objects: Pick<ObjectStore, 'list' | 'delete' | 'read' | 'put'>;
  /** The objects of the other features. */
  stored: readonly StoredObjects[];
}

/** Dependencies of the use cases. */
export interface RetentionDeps extends RetentionOptions {
  sweeps: ObjectSweepStore;
}
