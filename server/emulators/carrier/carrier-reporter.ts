import type { Clock } from '#server/lib/clock.ts';
import type { HttpSender } from '#server/providers/http-sender.ts';
import type { DropEntry, CarrierReadModel } from './read-model.ts';
import type { CarrierLogRecord } from './log-records.ts';
import { delayOf, type CarrierSettings } from './carrier-settings.ts';
import { isDialled, REFUSED } from './outcomes.ts';
import { postCallback, postWebhook } from './report-messages.ts';

/** After the first try of a signed webhook, the waits before the others. */
const WEBHOOK_WAITS_MS = [1_000, 5_000, 25_000];

export interface CarrierReporterDeps {
  book: CarrierReadModel;
  clock: Clock;
  sender: HttpSender;
  settings: CarrierSettings;
  write(line: CarrierLogRecord): Promise<void>;
}

/** Calls the phones and reports, in the background. */
export interface CarrierReporter {
  /** Calls for a request that was taken, after the usual delay. On an early day it resolves when that is over. */
  start(id: string): Promise<void>;
  /** Takes up everything that the book says is unfinished. */
  resume(): void;
  /**
   * Begins nothing more; resolves when the calls and reports under way are over. What was not begun is found again by the
   * next process's `resume`.
   */
  stop(): Promise<void>;
}

/**
 * The calls and reports of the local carrier: an unsigned callback, tried once, and a signed webhook without the
 * attempt id, tried again after 1, 5 and 25 s unless it was refused with a 4xx (design §5).
 */
export function createCarrierReporter(deps: CarrierReporterDeps): CarrierReporter {
  const { book, clock, sender, settings, write } = deps;
  const copies = settings.doubled === true ? [1, 2] : [1];
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  function run(work: () => Promise<void>): Promise<void> {
    const running = work().finally(() => underWay.delete(running));
    underWay.add(running);
    return running;
  }

  function later(ms: number, work: () => Promise<void>): void {
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

  /** The call is written down before its callback is tried, so that a killed carrier never tries it twice. */
  async function call(drop: DropEntry): Promise<void> {
    await write({ type: 'called', id: drop.id, at: clock.now().getTime(), rang: isDialled(drop) });
    if (drop.code === null) return;
    if (settings.backwards === true) await tell(drop);
    else planWebhook(drop);
    if (drop.callbackUrl === undefined) return;
    for (const _copy of copies) await postCallback(sender, drop, drop.callbackUrl);
  }

  /** Plans the next try of a drop's signed webhook. */
  function planWebhook(drop: DropEntry): void {
    const { tries, at, done } = drop.told;
    if (done) return;
    if (tries === 0) later(delayOf(settings, `webhook ${drop.attemptId}`), () => tell(drop));
    else later(at + (WEBHOOK_WAITS_MS[tries - 1] ?? 0) - clock.now().getTime(), () => tell(drop));
  }

  /** Tries a drop's signed webhook. Refused credentials are told to the callback alone. */
  async function tell(drop: DropEntry): Promise<void> {
    const webhook = book.webhook();
    if (webhook === undefined || drop.code === REFUSED.credentials.code) return;
    const attempt = drop.told.tries + 1;
    let status: number | undefined;
    for (const _copy of copies) {
      status = await postWebhook(sender, drop, { webhook, attempt, now: clock.now() });
    }
    const done = !mayTryAgain(status) || attempt > WEBHOOK_WAITS_MS.length;
    await write({ type: 'told', id: drop.id, at: clock.now().getTime(), tries: attempt, done });
    planWebhook(drop);
  }

  return {
    async start(id) {
      const drop = book.drop(id);
      if (drop === undefined) return;
      if (settings.early === true) await run(() => call(drop));
      else later(delayOf(settings, `call ${drop.attemptId}`), () => call(drop));
    },
    resume() {
      for (const drop of book.drops()) {
        if (drop.calledAt === undefined) later(0, () => call(drop));
        else if (drop.code !== null) planWebhook(drop);
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(underWay);
    },
  };
}

/** No answer, too many requests and 5xx may pass; any other answer was meant. */
function mayTryAgain(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}
