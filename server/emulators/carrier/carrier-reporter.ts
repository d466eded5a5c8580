import type { Clock } from '#server/lib/clock.ts';
import type { HttpSender } from '#server/providers/http-sender.ts';
import type { DropEntry, CarrierReadModel } from './read-model.ts';
import type { CarrierLogRecord } from './log-records.ts';
import { delayOf, type CarrierSettings } from './carrier-settings.ts';
import { isDialled, REJECTED } from './outcomes.ts';
import { postCallback, postWebhook } from './report-messages.ts';

/** Delays between the attempts to deliver a signed webhook. */
const WEBHOOK_RETRY_DELAYS_MS = [1_000, 5_000, 25_000];

export interface CarrierReporterDeps {
  readModel: CarrierReadModel;
  clock: Clock;
  sender: HttpSender;
  settings: CarrierSettings;
  write(line: CarrierLogRecord): Promise<void>;
}

/** Makes the calls and sends their reports in the background. */
export interface CarrierReporter {
  /** Schedules the call of an accepted request. With `reportBeforeResponse` it resolves once the call is reported. */
  start(id: string): Promise<void>;
  /** Schedules every call and report that an earlier process left unfinished. */
  resume(): void;
  /** Starts no more work and resolves when work in flight is done; the next process resumes the rest. */
  stop(): Promise<void>;
}

/**
 * Creates the reporter. Each call sends an unsigned callback once, and a signed webhook without the attempt id,
 * which is retried after 1, 5 and 25 s unless it receives a 4xx.
 */
export function createCarrierReporter(deps: CarrierReporterDeps): CarrierReporter {
  const { readModel, clock, sender, settings, write } = deps;
  const copies = settings.duplicateReports === true ? [1, 2] : [1];
  const timers = new Set<NodeJS.Timeout>();
  const inFlight = new Set<Promise<void>>();
  let stopped = false;

  function run(work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => inFlight.delete(running));
    inFlight.add(running);
    return running;
  }

  function schedule(ms: number, work: () => Promise<void>): void {
    if (stopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void run(work);
      },
      Math.max(0, ms),
    );
    timers.add(timer);
  }

  /** The call is recorded before its callback is sent, so that a restarted carrier never sends it twice. */
  async function call(drop: DropEntry): Promise<void> {
    await write({ type: 'called', id: drop.id, at: clock.now().getTime(), rang: isDialled(drop) });
    if (drop.code === null) return;
    if (settings.webhookFirst === true) await deliverWebhook(drop);
    else scheduleWebhook(drop);
    if (drop.callbackUrl === undefined) return;
    for (const _copy of copies) await postCallback(sender, drop, drop.callbackUrl);
  }

  /** Schedules the next attempt to deliver a drop's signed webhook. */
  function scheduleWebhook(drop: DropEntry): void {
    const { tries, at, done } = drop.webhookDelivery;
    if (done) return;
    if (tries === 0) schedule(delayOf(settings, `webhook ${drop.attemptId}`), () => deliverWebhook(drop));
    else
      schedule(at + (WEBHOOK_RETRY_DELAYS_MS[tries - 1] ?? 0) - clock.now().getTime(), () =>
        deliverWebhook(drop),
      );
  }

  /** Attempts to deliver a drop's signed webhook. Wrong credentials are reported by callback only. */
  async function deliverWebhook(drop: DropEntry): Promise<void> {
    const webhook = readModel.webhook();
    if (webhook === undefined || drop.code === REJECTED.credentials.code) return;
    const attempt = drop.webhookDelivery.tries + 1;
    let status: number | undefined;
    for (const _copy of copies) {
      status = await postWebhook(sender, drop, { webhook, attempt, now: clock.now() });
    }
    const done = !isRetryable(status) || attempt > WEBHOOK_RETRY_DELAYS_MS.length;
    await write({ type: 'told', id: drop.id, at: clock.now().getTime(), tries: attempt, done });
    scheduleWebhook(drop);
  }

  return {
    async start(id) {
      const drop = readModel.drop(id);
      if (drop === undefined) return;
      if (settings.reportBeforeResponse === true) await run(() => call(drop));
      else schedule(delayOf(settings, `call ${drop.attemptId}`), () => call(drop));
    },
    resume() {
      for (const drop of readModel.drops()) {
        if (drop.calledAt === undefined) schedule(0, () => call(drop));
        else if (drop.code !== null) scheduleWebhook(drop);
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(inFlight);
    },
  };
}

/** Whether the delivery may succeed later: after a timeout, 408, 429 or 5xx. */
function isRetryable(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}
