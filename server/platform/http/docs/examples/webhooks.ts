import type { Examples } from './example.ts';
import { CAMPAIGN_ID, STARTED } from './samples.ts';

export const DELIVERY_ID = 'Vd3xk7Qm2TzB9hWc5nRy8sLf4gJp6aEu';
const WEBHOOK = {
  id: 'm3kq8vt5zr2wj7xh4nb9cd6fys',
  url: 'https://example.com/hark',
  description: 'CRM',
  events: ['campaign.finished', 'call.delivered', 'call.failed'],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: STARTED,
  secret_changed_at: STARTED,
  old_secret_until: null,
  last_success_at: null,
  failing_since: null,
};
const WITH_SECRET = { webhook: WEBHOOK, secret: 'whsec_YW4gZXhhbXBsZSB0aGF0IHNpZ25zIG5vdGhpbmc=' };
const DELIVERY = {
  id: DELIVERY_ID,
  event_id: 'evt_p4Jw8yKc2RmX6tZs9vQb3nHd7fLg5aTu',
  type: 'call.delivered',
  status: 'delivered',
  created_at: STARTED,
  delivered_at: STARTED,
  attempts: 1,
  next_attempt_at: null,
  response_status: 200,
  response_excerpt: 'ok',
  error: null,
  campaign_id: CAMPAIGN_ID,
};
const QUEUED = {
  ...DELIVERY,
  status: 'pending',
  delivered_at: null,
  attempts: 0,
  next_attempt_at: STARTED,
  response_status: null,
  response_excerpt: null,
};

/** Examples of webhook endpoints and their deliveries. */
export const WEBHOOK_EXAMPLES: Examples = {
  'webhooks.list': { response: { webhooks: [WEBHOOK], next: null } },
  'webhooks.get': { response: { webhook: WEBHOOK } },
  'webhooks.create': {
    request: { url: WEBHOOK.url, description: WEBHOOK.description, events: WEBHOOK.events },
    response: WITH_SECRET,
  },
  'webhooks.update': { request: { enabled: true }, response: { webhook: WEBHOOK } },
  'webhooks.delete': { response: { success: true } },
  'webhooks.rotateSecret': { response: WITH_SECRET },
  'webhooks.sendTest': {
    response: { success: true, delivery: { ...QUEUED, type: 'webhook.test', campaign_id: null } },
  },
  'webhooks.deliveries': {
    request: { status: 'delivered', limit: 50 },
    response: { deliveries: [DELIVERY], next: null },
  },
  'webhooks.delivery': {
    response: {
      delivery: {
        ...DELIVERY,
        body: '{"id":"evt_p4Jw8yKc2RmX6tZs9vQb3nHd7fLg5aTu","type":"call.delivered"}',
        recent_attempts: [{ at: STARTED, duration_ms: 84, response_status: 200, error: null }],
      },
    },
  },
  'webhooks.replay': {
    request: { from: '2026-11-28T00:00:00Z', to: '2026-11-29T00:00:00Z', status: 'failed' },
    response: { success: true, replayed: 42 },
  },
  'webhooks.resend': { response: { success: true, delivery: QUEUED } },
};
