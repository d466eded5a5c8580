import type { Clock } from '#server/platform/lib/clock.ts';
import { signatureOf } from '#server/providers/carrier/dropcowboy-reports.ts';
import { HttpFailure, type HttpSender } from '#server/providers/http-sender.ts';
import type { WebhookRecord } from './log-records.ts';
import type { CarrierLog, DropEntry } from './read-model.ts';
import { delayOf, type CarrierSettings } from './carrier-settings.ts';
import { isDialled, REJECTED } from './outcomes.ts';

/** Delays between the three attempts to deliver a signed webhook: seconds for the minutes of the real carrier. */
const WEBHOOK_RETRY_DELAYS_MS = [1_000, 5_000];
const CALLBACK_TIMEOUT_MS = 10_000;
const WEBHOOK_TIMEOUT_MS = 5_000;
const INTERNAL_DNC = 4016;

export interface CarrierReporterDeps extends Pick<CarrierLog, 'readModel' | 'write'> {
  clock: Clock;
  sender: HttpSender;
  settings: CarrierSettings;
}

/** Makes the calls and sends their reports in the background. */
export interface CarrierReporter {
  /** Schedules the call of an accepted request. */
  start(id: string): void;
  /** Schedules every call and report that an earlier process left unfinished. */
  resume(): void;
  /** Starts no more work and resolves when work in flight is done; the next process resumes the rest. */
  stop(): Promise<void>;
}

/**
 * Creates the reporter. Each call sends an unsigned callback once, and a signed webhook without the attempt id,
 * which is retried after 1 and 5 s unless it receives a 4xx.
 */
export function createCarrierReporter(deps: CarrierReporterDeps): CarrierReporter {
  const { readModel, clock, sender, settings, write } = deps;
  const timers = new Set<NodeJS.Timeout>();
  const inFlight = new Set<Promise<void>>();
  let stopped = false;

  function schedule(ms: number, work: () => Promise<void>): void {
    if (stopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        const running = work().finally(() => inFlight.delete(running));
        inFlight.add(running);
      },
      Math.max(0, ms),
    );
    timers.add(timer);
  }

  /** The call is recorded before its callback is sent, so that a restarted carrier never sends it twice. */
  async function call(drop: DropEntry): Promise<void> {
    await write({ type: 'called', id: drop.id, at: clock.now().getTime(), rang: isDialled(drop) });
    if (drop.code === null) return;
    scheduleWebhook(drop);
    if (drop.callbackUrl !== undefined) await postCallback(sender, drop, drop.callbackUrl);
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
    const status = await postWebhook(sender, drop, { webhook, attempt, now: clock.now() });
    const done = !isRetryable(status) || attempt > WEBHOOK_RETRY_DELAYS_MS.length;
    await write({ type: 'webhook-attempt', id: drop.id, at: clock.now().getTime(), tries: attempt, done });
    scheduleWebhook(drop);
  }

  return {
    start(id) {
      const drop = readModel.drop(id);
      if (drop !== undefined) schedule(delayOf(settings, `call ${drop.attemptId}`), () => call(drop));
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

/** Posts a drop's unsigned callback, which carries the attempt id, once. */
async function postCallback(sender: HttpSender, drop: DropEntry, url: string): Promise<void> {
  const body = {
    drop_id: drop.id,
    phone_number: drop.to,
    product_code: 'rvm',
    ...outcomeFields(drop),
    dnc: drop.code === INTERNAL_DNC,
    attempt_date: new Date(drop.calledAt ?? drop.at).toISOString(),
    foreign_id: drop.attemptId,
  };
  await post(sender, { url, body: JSON.stringify(body), headers: {}, timeoutMs: CALLBACK_TIMEOUT_MS });
}

/** Posts a drop's signed webhook, which carries only the number, and returns the response status, if any. */
function postWebhook(
  sender: HttpSender,
  drop: DropEntry,
  { webhook, attempt, now }: { webhook: WebhookRecord; attempt: number; now: Date },
): Promise<number | undefined> {
  const body = JSON.stringify({
    event_id: drop.id,
    event: 'contact.rvm.status',
    event_at: drop.calledAt ?? drop.at,
    data: { drop_id: drop.id, campaign_id: null, campaign_type: 'rvm', ...outcomeFields(drop), to: drop.to },
  });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = {
    'x-signature': signatureOf(webhook.secret, timestamp, body),
    'x-timestamp': timestamp,
    'x-signature-version': 'v1',
    'x-event-id': drop.id,
    'x-attempt': String(attempt),
  };
  return post(sender, { url: webhook.url, body, headers, timeoutMs: WEBHOOK_TIMEOUT_MS });
}

function outcomeFields({ code, reason }: DropEntry): Record<string, unknown> {
  return { status: code === 0 ? 'success' : 'failure', reason, reason_code: code };
}

interface Message {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number;
}

/** Returns the response status, or undefined if there was no response. */
async function post(sender: HttpSender, { headers, ...message }: Message): Promise<number | undefined> {
  try {
    const { status } = await sender.send({
      method: 'POST',
      ...message,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return status;
  } catch (error) {
    if (error instanceof HttpFailure) return undefined;
    throw error;
  }
}
