import type { Connection } from 'mongoose';
import type { Module } from '#server/platform/module/module.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { StoredObjects } from '#server/platform/module/stored-objects.ts';
import type { ObjectSweepStore } from './object-sweep-store.ts';

/** What the sweep needs of the app. */
export interface RetentionNeeds {
  connection: Connection;
  clock: Clock;
  log: Logger;
  providers: { objects: { store: RetentionDeps['objects'] } };
  modules: () => readonly Module[];
}

/** Dependencies of the use cases. */
export interface RetentionDeps {
  /** The same time in all processes; the store dates its objects by about the same. */
  clock: Clock;
  log: Logger;
  objects: Pick<ObjectStore, 'list' | 'delete' | 'read' | 'put'>;
  /** The objects of the other features. */
  stored: readonly StoredObjects[];
  sweeps: ObjectSweepStore;
}
