import type { Clock } from '#server/clock.ts';
import { HttpFailure, type HttpSender } from '#server/providers/http-sender.ts';
import { signatureOf } from '#server/providers/carrier/dropcowboy-reports.ts';
import type { BookedDrop, CarrierBook } from './carrier-book.ts';
import type { CarrierLine, WebhookLine } from './carrier-lines.ts';
import { REFUSED } from './outcomes.ts';

const CALLBACK_TIMEOUT_MS = 10_000;
const WEBHOOK_TIMEOUT_MS = 5_000;
/** After the first try of a signed webhook, the waits before the others. */
const WEBHOOK_WAITS_MS = [1_000, 5_000, 25_000];

export interface CarrierReporterDeps {
  book: CarrierBook;
  clock: Clock;
  sender: HttpSender;
  write(line: CarrierLine): Promise<void>;
  /** How long a call takes, and how long its signed webhook; asked anew for each, in milliseconds. */
  delay(): number;
}

/** Calls the phones and reports, in the background. */
export interface CarrierReporter {
  /** Calls for a request that was taken, after the usual delay. */
  start(id: string): void;
  /** Takes up everything that the book says is unfinished. */
  resume(): void;
  /** Lets go of what is still to come; the next `resume` finds it again. */
  stop(): void;
}

/**
 * The calls and reports of the local carrier: an unsigned callback, tried once, and a signed webhook without the
 * attempt id, tried again after 1, 5 and 25 s unless it was refused with a 4xx (design §5).
 */
export function createCarrierReporter({
  book,
  clock,
  sender,
  write,
  delay,
}: CarrierReporterDeps): CarrierReporter {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  function later(ms: number, work: () => Promise<void>): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, ms);
    timers.add(timer);
  }

  async function call(drop: BookedDrop): Promise<void> {
    const rang = !Object.values(REFUSED).some(({ code }) => code === drop.code);
    await write({ type: 'called', id: drop.id, at: clock.now().getTime(), rang });
    if (drop.code === null) return;
    startWebhook(drop);
    await callBack(drop);
  }

  async function callBack(drop: BookedDrop): Promise<void> {
    if (drop.callbackUrl === undefined || stopped) return;
    await post(drop.callbackUrl, JSON.stringify(callbackBody(drop)), {}, CALLBACK_TIMEOUT_MS);
  }

  /** Plans the next try of a drop's signed webhook. Refused credentials are told to the callback alone. */
  function startWebhook(drop: BookedDrop): void {
    if (drop.code === null || drop.code === REFUSED.credentials.code || drop.told.done) return;
    const { tries, at } = drop.told;
    const wait = tries === 0 ? delay() : at + (WEBHOOK_WAITS_MS[tries - 1] ?? 0) - clock.now().getTime();
    later(Math.max(0, wait), () => tell(drop));
  }

  async function tell(drop: BookedDrop): Promise<void> {
    const webhook = book.webhook();
    if (webhook === undefined) return;
    const tries = drop.told.tries + 1;
    const status = await postSigned(webhook, drop, tries);
    const again = status === undefined || status === 408 || status === 429 || status >= 500;
    const done = !again || tries > WEBHOOK_WAITS_MS.length;
    await write({ type: 'told', id: drop.id, at: clock.now().getTime(), tries, done });
    if (!done) startWebhook(drop);
  }

  function postSigned(webhook: WebhookLine, drop: BookedDrop, attempt: number): Promise<number | undefined> {
    const body = JSON.stringify(webhookBody(drop));
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    const headers = {
      'x-signature': signatureOf(webhook.secret, timestamp, body),
      'x-timestamp': timestamp,
      'x-signature-version': 'v1',
      'x-event-id': drop.id,
      'x-attempt': String(attempt),
    };
    return post(webhook.url, body, headers, WEBHOOK_TIMEOUT_MS);
  }

  /** The status answered; undefined where none was. */
  async function post(
    url: string,
    body: string,
    headers: Record<string, string>,
    timeoutMs: number,
  ): Promise<number | undefined> {
    try {
      const { status } = await sender.send({
        method: 'POST',
        url,
        body,
        headers: { 'content-type': 'application/json', ...headers },
        timeoutMs,
      });
      return status;
    } catch (error) {
      if (error instanceof HttpFailure) return undefined;
      throw error;
    }
  }

  return {
    start(id) {
      const drop = book.drop(id);
      if (drop !== undefined) later(delay(), () => call(drop));
    },
    resume() {
      for (const drop of book.drops()) {
        if (drop.calledAt === undefined) later(0, () => call(drop));
        else startWebhook(drop);
      }
    },
    stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function callbackBody(drop: BookedDrop): Record<string, unknown> {
  return {
    drop_id: drop.id,
    phone_number: drop.to,
    product_code: 'rvm',
    ...outcomeFields(drop),
    dnc: drop.code === 4016,
    attempt_date: new Date(drop.calledAt ?? drop.at).toISOString(),
    foreign_id: drop.attemptId,
  };
}

function webhookBody(drop: BookedDrop): Record<string, unknown> {
  return {
    event_id: drop.id,
    event: 'contact.rvm.status',
    event_at: drop.calledAt ?? drop.at,
    data: { drop_id: drop.id, campaign_id: null, campaign_type: 'rvm', ...outcomeFields(drop), to: drop.to },
  };
}

function outcomeFields({ code, reason }: BookedDrop): Record<string, unknown> {
  return { status: code === 0 ? 'success' : 'failure', reason, reason_code: code };
}
