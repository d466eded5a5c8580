// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import {
  MAX_WEBHOOK_ENDPOINTS,
  WEBHOOK_EVENTS,
  type DeliveryView,
  type WebhookView,
} from '#shared/schemas/webhooks.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import {
  button,
  click,
  enter,
  field,
  hasButton,
  isDisabled,
  noteOf,
  problemOf,
  text,
} from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import CreateWebhookDialog from './create-webhook-dialog.tsx';
import DeleteWebhookDialog from './delete-webhook-dialog.tsx';
import DeliveriesDialog from './deliveries-dialog.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import EditWebhookDialog from './edit-webhook-dialog.tsx';
import RollSecretDialog from './roll-secret-dialog.tsx';
import { TestResult } from './test-result.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);
const URL = 'https://a.example/hark';
const WEBHOOK: WebhookView = {
  id: 'w1',
  url: URL,
  description: 'The shop',
  events: ['call.failed', 'credits.low'],
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  created_at: AT,
  secret_changed_at: AT,
  old_secret_until: null,
  last_success_at: null,
  failing_since: null,
};
const OFF: WebhookView = { ...WEBHOOK, enabled: false, disabled_reason: 'failing', disabled_at: AT };
const DELIVERY: DeliveryView = {
  id: 'd1',
  event_id: 'e1',
  type: 'call.failed',
  status: 'delivered',
  created_at: AT,
  delivered_at: AT,
  attempts: 1,
  next_attempt_at: null,
  response_status: 200,
  response_excerpt: null,
  error: null,
  campaign_id: null,
};
const ATTEMPT = { at: AT, duration_ms: 1_250, response_status: 200, error: null };
const detailed = (change: Partial<DeliveryView> = {}, body: string | null = '{"a":1}') => ({
  delivery: { ...DELIVERY, ...change, body, recent_attempts: [ATTEMPT] },
});
const webhooks = (answers: NonNullable<Answers['webhooks']>) => ({ answers: { webhooks: answers } });
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...WEBHOOK, id: `w${String(at)}` }));

test.each([
  [MAX_WEBHOOK_ENDPOINTS - 1, false],
  [MAX_WEBHOOK_ENDPOINTS, true],
])('with %i webhooks, adding another is refused: %s', async (count, refused) => {
  await renderScreen(<WebhooksCard />, webhooks({ list: () => ({ webhooks: many(count) }) }));
  expect(isDisabled('Add Webhook')).toBe(refused);
});

test('the list is loading, then empty', async () => {
  const answer = held<{ webhooks: WebhookView[] }>();
  await renderScreen(<WebhooksCard />, webhooks({ list: () => answer.promise }));
  expect(text()).toContain('Loading...');
  answer.give({ webhooks: [] });
  await until(() => expect(text()).toContain('No webhooks yet'));
  expect(text()).not.toContain('Loading...');
});

test('the list is asked for again after an error', async () => {
  const list = vi.fn(() => Promise.reject<{ webhooks: WebhookView[] }>(noResponse()));
  await renderScreen(<WebhooksCard />, webhooks({ list }));
  list.mockResolvedValue({ webhooks: [WEBHOOK] });
  await click('Retry');
  expect(text()).toContain(`${URL} On The shop call.failed, credits.low Nothing delivered yet`);
});

test.each([
  ['Change', 'Change the webhook'],
  ['Roll secret', 'Roll the signing secret?'],
  ['Delete', 'Delete this webhook?'],
])('the menu item %s opens its dialog, which closes without a call', async (item, title) => {
  const screen = await renderScreen(<WebhooksCard />, webhooks({ list: () => ({ webhooks: [WEBHOOK] }) }));
  await click(`More actions for ${URL}`);
  await click(item);
  await until(() => expect(text()).toContain(title));
  await click(item === 'Change' ? 'Cancel' : 'Keep');
  expect(text()).not.toContain(title);
  expect(screen.sent('webhooks.list')).toHaveLength(1);
});

test('the log and a new webhook are opened by their buttons', async () => {
  await renderScreen(
    <WebhooksCard />,
    webhooks({ list: () => ({ webhooks: [WEBHOOK] }), deliveries: () => ({ deliveries: [], next: null }) }),
  );
  await click(`Deliveries to ${URL}`);
  await until(() => expect(text()).toContain('Nothing sent yet'));
  await click('Close');
  await click('Add Webhook');
  await until(() => field('URL'));
  await click('Cancel');
  expect(text()).not.toContain('Add a webhook');
});

test('a webhook is added once with what was chosen, and its secret is shown', async () => {
  const onClose = vi.fn();
  const answer = held<{ webhook: WebhookView; secret: string }>();
  const screen = await renderScreen(
    <CreateWebhookDialog onClose={onClose} />,
    webhooks({ create: () => answer.promise }),
  );
  await click('Add Webhook');
  expect(noteOf('URL')).toBe('A URL is required');
  await enter('URL', URL);
  await enter('Description', 'The shop');
  await click('Add Webhook', 2);
  expect(screen.sent('webhooks.create')).toEqual([
    { url: URL, description: 'The shop', events: [...WEBHOOK_EVENTS] },
  ]);
  answer.give({ webhook: WEBHOOK, secret: 'whsec_1' });
  await until(() => field('Signing secret'));
  expect(field('Signing secret').value).toBe('whsec_1');
  await click('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [
    refusal('No', { details: { fields: { url: 'Not public', events: 'Too many' } } }),
    'Not public',
    'Too many',
  ],
  [refusal('You have ten already'), 'You have ten already', undefined],
  [noResponse(), 'The webhook could not be saved. Please try again.', undefined],
])('what is refused of a new webhook is said at its field or above all', async (error, said, atEvents) => {
  await renderScreen(
    <CreateWebhookDialog onClose={vi.fn()} />,
    webhooks({ create: () => Promise.reject(error) }),
  );
  await enter('URL', URL);
  await click('Add Webhook');
  expect(atEvents === undefined ? problemOf() : noteOf('URL')).toBe(said);
  if (atEvents !== undefined) expect(text()).toContain(atEvents);
  expect(field('URL').value).toBe(URL);
});

test('a change sends the webhook with what it has, and closes', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <EditWebhookDialog webhook={WEBHOOK} onClose={onClose} />,
    webhooks({ update: () => ({ webhook: WEBHOOK }) }),
  );
  await enter('Description', 'Another');
  await click('Save Webhook');
  expect(screen.sent('webhooks.update')).toEqual([
    { id: 'w1', url: URL, description: 'Another', events: ['call.failed', 'credits.low'] },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
  expect(text()).toContain('Webhook saved');
});

test('a change that is refused keeps its dialog', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <EditWebhookDialog webhook={WEBHOOK} onClose={onClose} />,
    webhooks({
      update: () => Promise.reject(refusal('No', { details: { fields: { description: 'Rude' } } })),
    }),
  );
  await click('Save Webhook');
  expect(noteOf('Description')).toBe('Rude');
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ['succeeds', undefined, 'The webhook was deleted.'],
  ['finds none', refusal('Gone', { status: 404 }), 'The webhook was already deleted.'],
  ['is refused', refusal('Not now', { status: 409 }), 'Not now'],
  ['fails', noResponse(), 'The webhook could not be deleted. Please try again.'],
])('a deletion that %s says so and closes', async (_, error, said) => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <DeleteWebhookDialog webhook={WEBHOOK} onClose={onClose} />,
    webhooks({ delete: () => (error === undefined ? { success: true } : Promise.reject(error)) }),
  );
  expect(text()).toContain(`${URL} is sent nothing more`);
  await click('Delete');
  expect(screen.sent('webhooks.delete')).toEqual([{ id: 'w1' }]);
  expect(text()).toContain(said);
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [AT, `It is not shown again. The earlier one also signs until ${AT_TEXT}.`],
  [null, 'It is not shown again. Signing secret'],
])('a new secret is shown, with the earlier one until %s', async (until_, said) => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <RollSecretDialog webhook={WEBHOOK} onClose={onClose} />,
    webhooks({
      rotateSecret: () => ({ webhook: { ...WEBHOOK, old_secret_until: until_ }, secret: 'whsec_2' }),
    }),
  );
  expect(text()).toContain('For 24 hours');
  await click('Roll Secret');
  expect(screen.sent('webhooks.rotateSecret')).toEqual([{ id: 'w1' }]);
  expect(field('Signing secret').value).toBe('whsec_2');
  expect(text()).toContain(said);
  expect(onClose).not.toHaveBeenCalled();
});

test('a secret that cannot be replaced stays, and the dialog closes', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <RollSecretDialog webhook={WEBHOOK} onClose={onClose} />,
    webhooks({ rotateSecret: () => Promise.reject(noResponse()) }),
  );
  await click('Roll Secret');
  expect(text()).toContain('The secret could not be replaced. Please try again.');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [WEBHOOK, 'Turn off', false, `${URL} is off.`],
  [{ ...OFF, disabled_reason: 'owner' as const }, 'Turn on', true, `${URL} is on.`],
])('an endpoint is turned on and off in its menu', async (webhook, item, enabled, said) => {
  const screen = await renderScreen(
    <WebhookRow webhook={webhook} onAction={vi.fn()} />,
    webhooks({ update: () => ({ webhook }) }),
  );
  expect(hasButton('Turn On')).toBe(false);
  expect(isDisabled(`Send a test event to ${URL}`)).toBe(enabled);
  await click(`More actions for ${URL}`);
  await click(item);
  expect(screen.sent('webhooks.update')).toEqual([{ id: 'w1', enabled }]);
  expect(text()).toContain(said);
});

test.each([
  ['failing', `Every delivery failed for three days, so Hark switched this off on ${AT_TEXT} .`],
  ['gone', 'It answered 410 Gone, which means that it wants no more events, so Hark switched this off'],
] as const)('an endpoint that Hark switched off as it is %s says why and is turned on', async (why, said) => {
  const webhook = { ...OFF, disabled_reason: why, old_secret_until: AT };
  const screen = await renderScreen(
    <WebhookRow webhook={webhook} onAction={vi.fn()} />,
    webhooks({ update: () => Promise.reject(noResponse()) }),
  );
  expect(text()).toContain(said);
  expect(text()).toContain(`The earlier secret also signs until ${AT_TEXT} .`);
  await click('Turn On');
  expect(screen.sent('webhooks.update')).toEqual([{ id: 'w1', enabled: true }]);
  expect(text()).toContain('This could not be changed. Please try again.');
});

test('a test event is sent and its result shown', async () => {
  const screen = await renderScreen(
    <WebhookRow webhook={WEBHOOK} onAction={vi.fn()} />,
    webhooks({
      sendTest: () => ({ success: true, delivery: { ...DELIVERY, id: 'd9' } }),
      delivery: () => detailed(),
    }),
  );
  await click(`Send a test event to ${URL}`);
  expect(screen.sent('webhooks.sendTest')).toEqual([{ id: 'w1' }]);
  await until(() => expect(text()).toContain('The test event was accepted: HTTP 200 within 1250 ms.'));
  expect(screen.sent('webhooks.delivery')).toEqual([{ id: 'w1', delivery: 'd9' }]);
});

test('a test event that cannot be sent says so', async () => {
  await renderScreen(
    <WebhookRow webhook={WEBHOOK} onAction={vi.fn()} />,
    webhooks({ sendTest: () => Promise.reject(noResponse()) }),
  );
  await click(`Send a test event to ${URL}`);
  expect(text()).toContain('The test event could not be sent. Please try again.');
});

test.each([
  [() => detailed({ attempts: 0, status: 'pending' as const }), 'The test event is being sent.'],
  [
    () => detailed({ status: 'pending', response_status: 500, next_attempt_at: AT }),
    `The test event was not accepted HTTP 500 after 1 attempt. The next attempt is on ${AT_TEXT}.`,
  ],
  [() => detailed({ status: 'failed', error: 'No route', attempts: 2 }), 'No route after 2 attempts.'],
  [() => Promise.reject(noResponse()), 'The result of the test could not be loaded.'],
])('the result of a test is one of four', async (delivery, said) => {
  await renderScreen(<TestResult id="w1" delivery="d1" />, webhooks({ delivery }));
  expect(text()).toContain(said);
});

test('the log is filtered, opened and continued', async () => {
  const screen = await renderScreen(
    <DeliveriesDialog webhook={WEBHOOK} onClose={vi.fn()} />,
    webhooks({
      deliveries: (input) => {
        if (input.status === 'failed') return { deliveries: [], next: null };
        return input.cursor === 'c1'
          ? { deliveries: [{ ...DELIVERY, id: 'd2', type: 'credits.low' }], next: null }
          : { deliveries: [DELIVERY], next: 'c1' };
      },
      delivery: () => detailed(),
    }),
  );
  expect(text()).toContain(`${URL} · kept for 30 days`);
  const row = `Delivered call.failed ${AT_TEXT} · HTTP 200 after 1 attempt`;
  await click(row);
  expect(text()).toContain('Request body { "a": 1 }');
  expect(button(row).getAttribute('aria-expanded')).toBe('true');
  await click(row);
  expect(text()).not.toContain('Request body');
  await click('Show More');
  expect(text()).toContain('Delivered credits.low');
  expect(hasButton('Show More')).toBe(false);
  await enter('Status', 'failed');
  expect(text()).toContain('No such delivery Choose another status.');
  expect(screen.sent('webhooks.deliveries').slice(0, 3)).toMatchObject([
    { id: 'w1', limit: 20 },
    { id: 'w1', limit: 20, cursor: 'c1' },
    { id: 'w1', limit: 20, status: 'failed' },
  ]);
});

test('the log is asked for again after an error', async () => {
  const deliveries = vi.fn(() =>
    Promise.reject<{ deliveries: DeliveryView[]; next: string | null }>(noResponse()),
  );
  await renderScreen(<DeliveriesDialog webhook={WEBHOOK} onClose={vi.fn()} />, webhooks({ deliveries }));
  expect(text()).not.toContain('Nothing sent yet');
  deliveries.mockResolvedValue({ deliveries: [{ ...DELIVERY, next_attempt_at: AT }], next: null });
  await click('Retry');
  expect(text()).toContain(`· next try ${AT_TEXT}`);
});

test('a delivery shows what was sent, what came back, and is sent again', async () => {
  const screen = await renderScreen(
    <DeliveryDetails id="w1" delivery={DELIVERY} />,
    webhooks({
      delivery: () => detailed({ response_excerpt: 'OK' }),
      resend: () => ({ success: true, delivery: DELIVERY }),
    }),
  );
  expect(text()).toContain(`Response OK Attempts ${AT_TEXT} · HTTP 200 · 1,250 ms Event e1`);
  await click('Send Again');
  expect(screen.sent('webhooks.resend')).toEqual([{ id: 'w1', delivery: 'd1' }]);
  expect(text()).toContain('It is being sent again.');
});

test('a delivery whose body was erased cannot be sent again', async () => {
  await renderScreen(
    <DeliveryDetails id="w1" delivery={DELIVERY} />,
    webhooks({ delivery: () => detailed({}, null) }),
  );
  expect(text()).toContain('It was erased with the contacts of its campaign.');
  expect(text()).not.toContain('Response');
  expect(isDisabled('Send Again')).toBe(true);
});
