import express, { Router, type RequestHandler } from 'express';

/** A received webhook. */
export interface ReceivedWebhook {
  signature: string;
  body: string;
  type: string;
}

/** A webhook handler that stores webhooks, so that a test can drop, duplicate, reorder and forge them. */
export function createWebhookInbox(): { handler: RequestHandler; received: ReceivedWebhook[] } {
  const received: ReceivedWebhook[] = [];
  const handler = Router().post('/', express.raw({ type: () => true }), (req, res) => {
    const body = String(req.body);
    const { type } = JSON.parse(body) as { type: string };
    received.push({ signature: req.get('stripe-signature') ?? '', body, type });
    res.sendStatus(200);
  });
  return { handler, received };
}

/** Sends a webhook to the server under test and returns the status. */
export async function sendWebhook(
  origin: string,
  { signature, body }: Pick<ReceivedWebhook, 'signature' | 'body'>,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(`${origin}/webhooks/stripe`, { method: 'POST', headers, body })).status;
}
