import { createHmac } from 'node:crypto';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { LocalEvent } from './account-state.ts';
import type { LocalStripe } from './local-stripe.ts';
import { eventView } from './views/object-views.ts';

/** Delays between delivery attempts in seconds; the event is abandoned after the last one. */
const RETRY_SECONDS = [1, 5, 25, 120, 600, 3600, 6 * 3600, 24 * 3600];
/** The longest time between two looks at what is due, for what another process left. */
const LOOK_EVERY_MS = 30_000;
/** The shortest time, and after a failure of the database. */
const RETRY_MS = 1_000;
const RESPONSE_TIMEOUT_MS = 10_000;

export interface WebhookDeliveryOptions {
  stripe: LocalStripe;
  clock: Clock;
  log: Logger;
  /** The webhook endpoint. */
  url: string;
  secret: string;
}

/** Delivers the events of the local Stripe to Hark's webhook with Stripe's signature, and retries failures. */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;
  #runAgain = false;
  #isStopped = false;

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
  }

  /** Delivers now, when something is due, and at once after a change in this process. */
  start(): void {
    this.#isStopped = false;
    this.#options.stripe.onChange = () => {
      this.#trigger();
    };
    this.#trigger();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#options.stripe.onChange = () => undefined;
    this.#runAgain = false;
    await this.#run;
  }

  /** Starts a delivery run. A call during a run schedules another one after it. */
  #trigger(): void {
    if (this.#run !== undefined) {
      this.#runAgain = true;
      return;
    }
    this.#runAgain = false;
    clearTimeout(this.#timer);
    this.#run = this.#deliverDue()
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'local Stripe could not deliver its webhooks');
        return RETRY_MS;
      })
      .then((ms) => {
        this.#run = undefined;
        if (this.#runAgain) this.#trigger();
        else if (!this.#isStopped)
          this.#timer = setTimeout(() => {
            this.#trigger();
          }, ms).unref();
      });
  }

  async #msToNext(): Promise<number> {
    const { stripe, clock } = this.#options;
    const next = await stripe.store.nextDue();
    const ms = next === undefined ? LOOK_EVERY_MS : next.getTime() - clock.now().getTime();
    return Math.min(ms, LOOK_EVERY_MS);
  }

  /** Processes what is due and delivers every event whose next attempt is due. Returns when to look again, in milliseconds. */
  async #deliverDue(): Promise<number> {
    const { stripe, clock } = this.#options;
    const ms = await this.#msToNext();
    if (ms > 0) return ms;
    await stripe.processDue();
    const now = clock.now();
    for (const key of await stripe.store.keysWithDeliveriesDue(now)) {
      const state = await stripe.store.read(key);
      const due =
        state?.events.filter(
          ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now.getTime(),
        ) ?? [];
      const delivered = new Map<string, boolean>();
      for (const event of due) delivered.set(event.id, await this.#send(event));
      await stripe.store.change(key, ({ events }) => {
        for (const event of events) recordAttempt(event, delivered.get(event.id), clock.now());
      });
    }
    return Math.max(await this.#msToNext(), RETRY_MS);
  }

  async #send(event: LocalEvent): Promise<boolean> {
    const { secret, url, log } = this.#options;
    const body = JSON.stringify(eventView(event));
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // The receiver checks the timestamp against the real clock.
          'stripe-signature': signature(body, secret, new Date()),
        },
        body,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      log.debug({ err: error, event: event.id }, 'local Stripe could not deliver a webhook');
      return false;
    }
  }
}

function recordAttempt(event: LocalEvent, delivered: boolean | undefined, now: Date): void {
  if (delivered === undefined || event.nextAttemptAt === null) return;
  const delay = RETRY_SECONDS[event.attempts];
  event.attempts += 1;
  event.nextAttemptAt = delivered || delay === undefined ? null : now.getTime() + delay * 1000;
}

/** Returns the `Stripe-Signature` header of a body: timestamp and HMAC-SHA256 of `timestamp.body`. */
export function signature(body: string, secret: string, at: Date): string {
  const time = String(Math.floor(at.getTime() / 1000));
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
