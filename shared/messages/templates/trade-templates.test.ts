import { expect, test } from 'vitest';
import { messageSchema } from '#shared/schemas/campaigns/campaigns.ts';
import { lintMessage } from '#shared/messages/message-lint.ts';
import { findPlaceholders, MAPPED_PLACEHOLDERS } from '#shared/messages/message-template.ts';
import { fillSender } from '#shared/messages/sender-text.ts';
import { TRADE_TEMPLATES, TRADES } from './trade-templates.ts';

const SENDERS = ['Maple & Co', 'Dr. Lee Dental, Inc.', 'The Roof Company', 'YMCA'].map((businessName) => ({
  businessName,
  callbackNumber: '(800) 555-0143',
}));

test.each(TRADE_TEMPLATES)('"$name" passes the message check of a filled profile', ({ text }) => {
  for (const sender of SENDERS) {
    const message = fillSender(text, sender);
    expect(lintMessage({ message, ...sender })).toEqual([]);
    expect(messageSchema.parse(message)).toBe(message);
  }
});

test.each(TRADE_TEMPLATES)(
  '"$name" can be used with every list, and says something for empty cells',
  ({ text }) => {
    const [sender] = SENDERS;
    const message = fillSender(text, sender ?? expect.fail());
    for (const { name, fallback } of findPlaceholders(message)) {
      expect(MAPPED_PLACEHOLDERS).toContain(name);
      expect(fallback).not.toBe('');
    }
    expect(message).not.toMatch(/\{(?:business|number)\}/);
  },
);

test('each trade has templates, and ids and names are unique', () => {
  expect([...new Set(TRADE_TEMPLATES.map(({ trade }) => trade))]).toEqual([...TRADES]);
  expect(new Set(TRADE_TEMPLATES.map(({ id }) => id)).size).toBe(TRADE_TEMPLATES.length);
  expect(new Set(TRADE_TEMPLATES.map(({ name }) => name)).size).toBe(TRADE_TEMPLATES.length);
});
