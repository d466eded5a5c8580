import { createHmac } from 'node:crypto';
import type { Clock } from '#server/lib/clock.ts';
import type { Logger } from '#server/lib/log.ts';
import type { LocalEvent } from './account-state.ts';
import type { LocalStripe } from './local-stripe.ts';
import { eventView } from './routes/views.ts';

/** How long the local Stripe waits between its tries; after the last one it gives up. Seconds. */
const RETRY_SECONDS = [1, 5, 25, 120, 600, 3600, 6 * 3600, 24 * 3600];
const POLL_MS = 1_000;
const ANSWER_MS = 10_000;

export interface WebhookDeliveryOptions {
  stripe: LocalStripe;
  clock: Clock;
  log: Logger;
  /** Where to send them. */
  url: string;
  secret: string;
}

/** Sends the local Stripe's events to our own webhook, signed as Stripe signs them, and again when that fails. */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
  }

  /** Looks for work every second and, in this process, at once when there is some. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#kick();
    }, POLL_MS);
    this.#timer.unref();
    this.#options.stripe.onChange = () => {
      this.#kick();
    };
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#options.stripe.onChange = () => undefined;
    this.#again = false;
    await this.#round;
  }

  /** One round runs at a time; a call in the middle of one asks for another after it. */
  #kick(): void {
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#round = this.deliverDue()
      .catch((error: unknown) => {
        this.#options.log.warn({ err: error }, 'local Stripe could not deliver its webhooks');
      })
      .finally(() => {
        this.#round = undefined;
        if (this.#again) this.#kick();
      });
  }

  /** Does what fell due at the local Stripe and sends every event whose time has come. */
  async deliverDue(): Promise<void> {
    const { stripe, clock } = this.#options;
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
        for (const event of events) note(event, delivered.get(event.id), clock.now());
      });
    }
  }

  async #send(event: LocalEvent): Promise<boolean> {
    const { secret, url, log } = this.#options;
    const body = JSON.stringify(eventView(event));
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          // Its age is judged by the real clock, whatever clock the system runs on.
          'stripe-signature': signature(body, secret, new Date()),
        },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch (error) {
      log.debug({ err: error, event: event.id }, 'local Stripe could not deliver a webhook');
      return false;
    }
  }
}

function note(event: LocalEvent, delivered: boolean | undefined, now: Date): void {
  if (delivered === undefined || event.nextAttemptAt === null) return;
  const wait = RETRY_SECONDS[event.attempts];
  event.attempts += 1;
  event.nextAttemptAt = delivered || wait === undefined ? null : now.getTime() + wait * 1000;
}

/** The `Stripe-Signature` header of a body: time and HMAC-SHA256 of `time.body`. */
export function signature(body: string, secret: string, at: Date): string {
  const time = String(Math.floor(at.getTime() / 1000));
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
