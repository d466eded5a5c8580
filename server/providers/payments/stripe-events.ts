import { AppError } from '#server/lib/errors.ts';
import type { PaymentGateway } from './port.ts';
import { stripeCall } from './stripe-errors.ts';
import { EVENT_TYPES, toEvent } from './stripe-mapping.ts';
import { Stripe } from './stripe-sdk.ts';

type Events = Pick<PaymentGateway, 'readWebhook' | 'eventsSince'>;

/** Events of Stripe, by webhook or listed. */
export function stripeEvents(stripe: Stripe, webhookSecret: string): Events {
  return {
    readWebhook(rawBody, signature) {
      try {
        return toEvent(Stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret));
      } catch (error) {
        throw new AppError(
          'INVALID_INPUT',
          'The signature of this webhook is not valid.',
          {},
          { cause: error },
        );
      }
    },

    async *eventsSince(since) {
      const filter = { created: { gte: Math.floor(since.getTime() / 1000) }, types: EVENT_TYPES, limit: 100 };
      let last: string | undefined;
      for (;;) {
        const after = last === undefined ? {} : { starting_after: last };
        const page = await stripeCall(() => stripe.events.list({ ...filter, ...after }));
        yield* page.data.map(toEvent);
        last = page.data.at(-1)?.id;
        if (!page.has_more || last === undefined) return;
      }
    },
  };
}
