import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageSegments } from './message-segments.ts';

test('placeholders and unknown ones are told apart', () => {
  expect(messageSegments('Hi {first_name}, {nick}!')).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'placeholder', text: '{first_name}' },
    { kind: 'text', text: ', ' },
    { kind: 'unknown', text: '{nick}' },
    { kind: 'text', text: '!' },
  ]);
});

test('joined again, the segments are the message', () => {
  const message = fc.string({ unit: fc.constantFrom('{', '}', 'a', 'city', ' ', '\n') });
  fc.assert(
    fc.property(message, (text) => {
      expect(
        messageSegments(text)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
