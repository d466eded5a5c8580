import { describe, expect, it, test } from 'vitest';
import { momentText } from '#client/ui/display/moment-text.ts';
import { linesOf } from '#client/testing/lines.ts';
import {
  DELIVERY_PILL,
  EVENT_TEXT,
  patternText,
  SWITCHED_OFF_TEXT,
  endpointPill,
  readableBody,
  resultText,
  successText,
} from './webhook-text.ts';

describe('endpointPill', () => {
  it.each([
    [{ enabled: true, disabled_reason: null, failing_since: null }, 'On'],
    [{ enabled: true, disabled_reason: null, failing_since: '2026-11-23T08:15:00Z' }, 'Failing'],
    [{ enabled: false, disabled_reason: 'owner' as const, failing_since: null }, 'Off'],
    [
      { enabled: false, disabled_reason: 'failing' as const, failing_since: '2026-11-23T08:15:00Z' },
      'Off after failures',
    ],
  ])('%o is "%s"', (endpoint, label) => {
    expect(endpointPill(endpoint).label).toBe(label);
  });
});

describe('resultText', () => {
  it.each([
    [{ attempts: 0, response_status: null, error: null }, 'Not sent yet'],
    [{ attempts: 1, response_status: 204, error: null }, 'HTTP 204 after 1 attempt'],
    [{ attempts: 3, response_status: null, error: 'No answer' }, 'No answer after 3 attempts'],
    [{ attempts: 2, response_status: 500, error: 'Not accepted' }, 'Not accepted after 2 attempts'],
  ])('%o is "%s"', (delivery, text) => {
    expect(resultText(delivery)).toBe(text);
  });
});

test('successText names failures first', () => {
  const last_success_at = '2026-11-20T10:00:00Z';
  expect(successText({ last_success_at: null, failing_since: null })).toBe('Nothing delivered yet');
  expect(successText({ last_success_at, failing_since: null })).toBe(
    `Last delivered ${momentText(last_success_at)}`,
  );
  const failing_since = '2026-11-21T10:00:00Z';
  expect(successText({ last_success_at, failing_since })).toBe(
    `Deliveries fail since ${momentText(failing_since)}`,
  );
});

test('readableBody formats JSON and keeps anything else', () => {
  expect(readableBody('{"id":"e1"}')).toBe('{\n  "id": "e1"\n}');
  expect(readableBody('not {json')).toBe('not {json');
});

test('events and states have their texts', async () => {
  await expect(linesOf({ EVENT_TEXT, SWITCHED_OFF_TEXT, DELIVERY_PILL })).toMatchFileSnapshot(
    'listed-texts.txt',
  );
});

test('a pattern says what it chooses, now and later', () => {
  expect(patternText('*')).toBe('All events, and those that are added later');
  expect(patternText('voice.*')).toBe('voice.ready, voice.failed, and those that are added later');
});
