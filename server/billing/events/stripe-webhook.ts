import express, { Router, type RequestHandler } from 'express';
import { AppError } from '#server/lib/errors.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { handleEvent } from './handle-event.ts';

const BODY_LIMIT = '1mb';

/**
 * POST /webhooks/stripe (contract §6): 400 for a wrong signature; 2xx only when everything that follows from the event
 * is stored, and 503 otherwise, so that the provider sends it again.
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
      deps.log.error(
        { err: error, event: event.id, type: event.type },
        'could not deal with a payment event',
      );
      throw new AppError('UNAVAILABLE', 'Please send this event again.', {}, { cause: error });
    }
    res.json({ received: true });
  });
  return router;
}
