import { describe, expect, test } from 'vitest';
import { noResponseOutcome, notSentOutcome, readResponse, type PublishOutcome } from './publish-outcome.ts';

const text = (outcome: PublishOutcome) => (outcome.ok ? 'ok' : outcome.failure.text);
const respond = (status: number, body: unknown) =>
  readResponse({
    status,
    statusText: 'Some Status',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test.each([
  [
    'the message of the body is shown',
    402,
    { message: 'Insufficient credits: 59,000 needed, 20,000 available', detail: 'x' },
    'Campaign creation failed: Insufficient credits: 59,000 needed, 20,000 available',
  ],
  [
    'without a message, the detail is shown',
    400,
    { detail: 'Not like this' },
    'Campaign creation failed: Not like this',
  ],
  ['without a detail, the body is shown', 500, '{"odd":1}', 'Campaign creation failed: {"odd":1}'],
  ['without a body, the status is shown', 502, '', 'Campaign creation failed: 502 Some Status'],
  ['success false shows the error', 200, { success: false, error: 'Not today' }, 'Not today'],
  [
    'success false without an error shows a general text',
    200,
    { success: false },
    'Failed to create campaign',
  ],
])('%s', (_, status, body, expected) => {
  expect(text(respond(status, body))).toBe(expected);
});

describe('"Create failure gives \'An unexpected error occurred: {reason}\'": a success without a campaign', () => {
  test.each(['', '<html>', '{"success":tr', 'null', '[]', '"x"', '7'])('that cannot be read: %j', (body) => {
    expect(text(respond(200, body))).toBe('An unexpected error occurred: the response cannot be read');
  });

  test.each([{}, { success: true }, { success: true, campaign: null }, { success: 'yes', error: 'x' }])(
    'that is incomplete: %j',
    (body) => {
      expect(text(respond(201, body))).toBe('An unexpected error occurred: the response is incomplete');
    },
  );
});

test('a long HTML body is truncated', () => {
  expect(text(respond(502, '<'.repeat(5_000))).length).toBeLessThan(400);
});

test('the outcome includes the error code and the invalid lines', () => {
  const errors = [{ line: 3, message: 'Duplicate phone number' }];
  expect(respond(400, { message: 'bad', code: 'INVALID_CSV', errors })).toMatchObject({
    ok: false,
    failure: { status: 400, code: 'INVALID_CSV', errors },
  });
});

test('the outcome includes the invalid field, if there is one', () => {
  const fields = { voice_id: 'Voice not found' };
  expect(respond(400, { message: 'bad', code: 'INVALID_INPUT', fields })).toMatchObject({
    failure: { field: 'voice_id' },
  });
  expect(respond(400, { message: 'bad', fields: 'odd' })).toMatchObject({ failure: { field: null } });
});

test('a missing response and an error before sending have their own texts', () => {
  expect(text(noResponseOutcome())).toBe('No response from server. Please check if the backend is running.');
  expect(text(notSentOutcome(new Error('boom')))).toBe('Campaign creation failed: boom');
});

test('a successful response is reduced to the published campaign', () => {
  const campaign = {
    id: 'c1',
    user_id: 'u1',
    name: 'Spring',
    campaign_name: 'Spring',
    description: '',
    campaign_type: 'voicemail',
    status: 'Scheduled',
    status_message: 'Scheduled · 9 contacts',
    status_reason: null,
    drop_date: '2026-11-21T16:00:00.000Z',
    created_at: '2026-11-20T16:00:00.000Z',
    message: 'Hi',
    text_message: '',
    voice_id: 'v1',
    voice_title: 'Ana',
    drops_per_minute: null,
    total: 9,
    delivered: 0,
    failed: 0,
    pending: 9,
    retryable: 0,
    credit_cost: 450,
    held: 450,
    completed: false,
    has_paid: true,
    messaging_completed: false,
    voicemail_completed: false,
    voicemail_status: 'Scheduled',
    aggregates: [],
  };
  expect(respond(201, { success: true, campaign, credit_cost: 450, balance: 19_550 })).toEqual({
    ok: true,
    campaign: {
      id: 'c1',
      name: 'Spring',
      contacts: 9,
      dropDate: '2026-11-21T16:00:00.000Z',
      creditCost: 450,
      skipped: [],
      balance: 19_550,
    },
  });
});

const SPRING = {
  id: 'c1',
  name: 'Spring',
  contacts: 60,
  split: null,
  seen: '',
  dropDate: '2026-11-21T16:30:00.000Z',
};

test.each([
  [404, 'NOT_FOUND', {}, '“Spring” was deleted meanwhile. What you entered is kept.'],
  [409, 'ILLEGAL_TRANSITION', {}, '“Spring” has started or was paused meanwhile, and stays as it is.'],
  [402, 'INSUFFICIENT_CREDITS', {}, '“Spring” was not replaced and stays as it is: Why'],
  [404, 'NOT_FOUND', { list_id: 'Gone' }, '“Spring” was not replaced and stays as it is: Why'],
])('a replacement that is refused with %i %s and %j says so', (status, code, fields, text) => {
  const body = JSON.stringify({ message: 'Why', code, fields });
  const outcome = readResponse({ status, statusText: '', body }, SPRING);
  expect(outcome).toMatchObject({
    ok: false,
    failure: { code, text: expect.stringContaining(text) as string },
  });
});
