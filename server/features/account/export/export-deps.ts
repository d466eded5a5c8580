import type { Connection } from 'mongoose';
import type { Module } from '#server/platform/module/module.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { TriggerDuty } from '#server/platform/work/duty.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { ExportSources } from './export-sources.ts';
import type { ExportRecord, ExportStore } from './export-store.ts';

/** What the export needs of the app. */
export interface ExportNeeds extends Pick<ExportDeps, 'log' | 'publicUrl' | 'users' | 'trigger'> {
  connection: Connection;
  clock: Clock;
  providers: { mailer: Mailer; objects: { store: ExportDeps['objects'] } };
  accountEvents: { events: AccountEvents };
  modules: () => readonly Module[];
  queues: { exports: ExportJobs };
}

/** Enqueues the making of exports. */
export interface ExportJobs {
  make(exportId: string): Promise<void>;
}

/** Dependencies of the use cases. */
export interface ExportDeps {
  /** The same time in all processes. */
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  /** Base URL of mailed links, without a trailing slash. */
  publicUrl: string;
  objects: Pick<ObjectStore, 'putStream' | 'presignDownload' | 'delete'>;
  users: Pick<Users, 'byUid'>;
  events: AccountEvents;
  sources: ExportSources;
  jobs: ExportJobs;
  /** Has a worker mail the owner of an export that is ready. */
  trigger: TriggerDuty;
  exports: ExportStore;
}

/** Names the duty that mails and erases exports, and has those made that are not. */
export const EXPORT_DUTY = 'account-exports';

/** Returns the key of the file of an export; the same at every attempt, so that none is left without a record. */
export function exportKey({ uid, _id }: Pick<ExportRecord, 'uid' | '_id'>): string {
  return `exports/${uid}/${_id}/hark-data.zip`;
}
