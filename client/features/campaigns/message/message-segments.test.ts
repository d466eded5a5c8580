import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageSegments } from './message-segments.ts';

test('known and unknown placeholders are distinguished', () => {
  expect(messageSegments('Hi {first_name}, {nick}!')).toEqual([
    { kind: 'text', text: 'Hi ' },
    { kind: 'placeholder', text: '{first_name}' },
    { kind: 'text', text: ', ' },
    { kind: 'unknown', text: '{nick}' },
    { kind: 'text', text: '!' },
  ]);
});

test('the joined segments equal the message', () => {
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
