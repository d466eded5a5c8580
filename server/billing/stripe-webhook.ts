import express, { Router, type RequestHandler } from 'express';
import { AppError } from '#server/errors.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import type { BillingDeps } from './billing-deps.ts';
import { hearEvent } from './hear-event.ts';

const BODY_LIMIT = '1mb';

/**
 * POST /webhooks/stripe (contract §6): 400 for a wrong signature; 2xx only when everything that follows from the event
 * is stored, so that the provider sends it again otherwise.
 */
export function createStripeWebhook(deps: BillingDeps): RequestHandler {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: BODY_LIMIT }), async (req, res) => {
    const body: unknown = req.body;
    const event = deps.gateway.readWebhook(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      req.get('stripe-signature'),
    );
    try {
      await hearEvent(deps, event);
    } catch (error) {
      if (error instanceof ProviderUnavailable)
        throw new AppError('UNAVAILABLE', 'Please send this event again.', {}, { cause: error });
      throw error;
    }
    res.json({ received: true });
  });
  return router;
}
