import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import type { Connection } from 'mongoose';
import type { Duty } from '#server/platform/work/duty.ts';
import { fromNow, type Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { MAIL_LEASE_MS, type Mail, type Mailer } from '#server/providers/mail/port.ts';
import { createQueuedMailModel, QueuedMailStore, type QueuedMail } from './queued-mail-store.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

const MIN_RETRY_MS = MINUTE_MS;
const MAX_RETRY_MS = HOUR_MS;
const GIVE_UP_MS = DAY_MS;

export interface MailQueueOptions {
  connection: Connection;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Absent in a command, which leaves its mails to the workers. */
  mailer?: Mailer | undefined;
  secretBox: SecretBox;
  /** How long a sender waits for the mail server. By default ten seconds. */
  answerMs?: number;
}

export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Creates a mailer that keeps what the mail server does not take, and tries it again for a day. A mail is stored before it
 * is sent, so that a process that dies loses none; one that was taken just before is sent again under its message id,
 * which mailboxes show once.
 */
export function createMailQueue({
  connection,
  clock,
  log,
  metrics,
  mailer,
  secretBox,
  answerMs = 10 * SECOND_MS,
}: MailQueueOptions) {
  const model = createQueuedMailModel(connection);
  const store = new QueuedMailStore(model);

  /** Throws `ProviderRejected` if the mail is refused for good. */
  async function attempt({ _id, at, sealed }: QueuedMail): Promise<void> {
    if (mailer === undefined) return store.postpone(_id, at);
    try {
      await mailer.send(JSON.parse(secretBox.open(sealed, _id)) as Mail);
    } catch (error) {
      const final = error instanceof ProviderRejected;
      const isTooOld = clock.now().getTime() - at.getTime() > GIVE_UP_MS;
      if (!final) log.error({ err: error, mail: _id, isTooOld }, 'a mail could not be sent');
      if (!final && !isTooOld) return store.postpone(_id, fromNow(clock, retryDelay(clock, at)));
      await store.remove(_id);
      if (final) throw error;
      return;
    }
    await store.remove(_id);
  }

  /** As `attempt`, but returns after a while: an attempt that takes longer goes on, and nobody else sends the mail meanwhile. */
  async function attemptBriefly(queued: QueuedMail): Promise<void> {
    const attempting = attempt(queued);
    attempting.catch((error: unknown) => {
      log.warn({ err: error, mail: queued._id }, 'a mail was refused for good, or its attempt not recorded');
    });
    await Promise.race([attempting, sleep(answerMs, undefined, { ref: false })]);
  }

  async function sendDue(signal?: AbortSignal): Promise<void> {
    const due = dueRecords((now, until) => store.claim(now, until), {
      clock,
      leaseMs: MAIL_LEASE_MS,
      signal,
    });
    for await (const queued of due) await attemptBriefly(queued).catch(() => undefined);
  }

  metrics.read('hark_mail_wait_seconds', async () => {
    const since = await store.oldest();
    const value = since === undefined ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000);
    return [{ labels: {}, value }];
  });

  return {
    /** Resolves once a mail is sent or kept. Rejects with `ProviderRejected` if it is refused for good at once. */
    mailer: {
      async send(mail) {
        const [id, at] = [mail.id ?? newId(), clock.now()];
        const sealed = secretBox.seal(JSON.stringify({ ...mail, id }), id);
        const queued = { _id: id, sealed, at, dueAt: fromNow(clock, MAIL_LEASE_MS) };
        // A sender that died before it knew that its mail was kept sends it again.
        if (await store.add(queued)) await attemptBriefly(queued);
      },
    } satisfies Mailer,
    /** Sends the mails that are due. */
    sweep: () => sendDue(),
    duties: [
      { name: 'send-queued-mails', everyMs: MINUTE_MS, run: ({ signal }) => sendDue(signal) },
    ] satisfies Duty[],
    models: [model] as const,
  };
}

/** Grows with the age of a mail, as a server that refuses one takes offence at one attempt a minute. */
function retryDelay(clock: Clock, since: Date): number {
  const age = clock.now().getTime() - since.getTime();
  return Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, age / 4));
}
