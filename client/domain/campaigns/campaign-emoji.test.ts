import { expect, test } from 'vitest';
import { campaignEmoji } from './campaign-emoji.ts';

test.each([
  ['Spring Listings', '🌷'],
  ['DENTAL check', '🦷'],
  ['House sale', '🏡'],
  ['Thank you', '💚'],
])('%s has the emoji of its first subject', (name, emoji) => {
  expect(campaignEmoji(name)).toBe(emoji);
});

test('a name without a subject always has the same emoji, and names differ', () => {
  const names = Array.from({ length: 30 }, (_, at) => `Q${String(at)}`);
  const emojis = names.map(campaignEmoji);
  expect(names.map(campaignEmoji)).toEqual(emojis);
  expect(new Set(emojis).size).toBeGreaterThan(5);
});
