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

test('each subject has its emoji, whichever word names it, and other names have theirs, as listed', async () => {
  const words =
    'spring flower garden bloom summer sun beach autumn fall thanksgiving winter snow christmas holiday house home ' +
    'propert listing street estate sale offer discount price deal promo dent tooth teeth health clinic doctor check-up ' +
    'checkup patient flu vaccin school class course orientation student education graduat reminder appointment ' +
    'schedule meeting birthday anniversary celebrat party survey feedback review car auto vehicle service event ' +
    'concert show ticket welcome hello greeting thank support help follow-up followup call launch new start';
  const others = Array.from({ length: 30 }, (_, at) => `Q${String(at)}`);
  const lines = [...words.split(' '), 'real estate', ...others].map(
    (name) => `${name} ${campaignEmoji(name)}\n`,
  );
  await expect(lines.join('')).toMatchFileSnapshot('listed-emojis.txt');
});
