import express, { Router, type RequestHandler } from 'express';
import { AppError } from '#server/lib/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { handleEvent } from './handle-event.ts';

const BODY_LIMIT = '1mb';

/**
 * POST /webhooks/stripe. Responds 400 to an invalid signature, 2xx only once all effects are stored, and 503
 * otherwise, so that the provider retries.
 */
export function createStripeWebhook(deps: BillingDeps): RequestHandler {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false }), async (req, res) => {
    const body: unknown = req.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const event = deps.gateway.readWebhook(raw, req.get('stripe-signature'));
    try {
      await handleEvent(deps, event);
    } catch (error) {
      deps.log.error({ err: error, event: event.id, type: event.type }, 'failed to handle a payment event');
      throw new AppError(
        'UNAVAILABLE',
        'This event could not be stored. Please send it again.',
        {},
        { cause: error },
      );
    }
    res.json({ received: true });
  });
  return router;
}
