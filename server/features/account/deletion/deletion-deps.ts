import type { Connection } from 'mongoose';
import type { Module } from '#server/platform/module/module.ts';
import type { OverviewNeeds } from './deletion-overview.ts';
import type { ErasureList } from '#server/platform/backup/erasures/erasure-list.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { AccountClosing } from '#server/features/auth/api.ts';
import type { BackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import type { SingleFlight } from '#server/platform/lib/concurrency/single-flight.ts';
import type { TriggerDuty } from '#server/platform/work/duty.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import type { DeletionStore } from './deletion-store.ts';
import type { ErasureStep } from '#server/platform/module/erasure-step.ts';

/** What the deletion of accounts needs of the app. */
export interface DeletionNeeds extends OverviewNeeds {
  connection: Connection;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  env: { SUPPORT_EMAIL: string };
  providers: { mailer: Mailer; erasures: Pick<ErasureList, 'add'> };
  accountEvents: { events: AccountEvents };
  auth: { closing: AccountClosing };
  modules: () => readonly Module[];
  trigger: TriggerDuty;
}

/** Erases the accounts that were closed. */
export const DELETION_DUTY = 'delete-accounts';

/** Dependencies of the use cases. */
export interface DeletionDeps {
  /** The same time in all processes. */
  clock: Clock;
  log: Logger;
  mailer: Mailer;
  supportEmail: string;
  closing: AccountClosing;
  events: AccountEvents;
  /** In the order in which they run; the user record is erased after them. */
  steps: () => readonly ErasureStep[];
  /** The campaigns of a user that are running; at most a few of each kind. */
  busy(uid: string): Promise<DeletionOverview['busy']>;
  /** What the account of a user holds. */
  overview(user: { uid: string; streamId: string }): Promise<DeletionOverview>;
  deletions: DeletionStore;
  trigger: TriggerDuty;
  background: BackgroundTasks;
  /** Sends the mails of few deletions at a time, so that a mail server that hangs keeps few connections open. */
  mailing: SingleFlight;
}
