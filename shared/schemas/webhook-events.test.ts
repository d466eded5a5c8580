import { expect, test } from 'vitest';
import { chosenEvents, isEventPattern, WEBHOOK_EVENT_CHOICES, WEBHOOK_EVENTS } from './webhooks.ts';

test('a choice names itself, and a pattern the events that begin alike', () => {
  expect(chosenEvents(['*'])).toEqual(WEBHOOK_EVENTS);
  for (const event of WEBHOOK_EVENTS) expect(chosenEvents([event])).toEqual([event]);
  expect(chosenEvents(['voice.*', 'call.failed'])).toEqual(['call.failed', 'voice.ready', 'voice.failed']);
  expect(chosenEvents([])).toEqual([]);
  // Nothing but a pattern is a beginning.
  expect(chosenEvents(['call.fail' as never, 'voice.read?' as never])).toEqual([]);
});

test('what ends with a star is a pattern', () => {
  expect(WEBHOOK_EVENT_CHOICES.map((choice) => isEventPattern(choice))).toEqual(
    WEBHOOK_EVENT_CHOICES.map((choice) => choice.endsWith('*')),
  );
});
