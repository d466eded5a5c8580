import { expect, test } from 'vitest';
import { foundMessages, offeredMessages } from './offered-messages.ts';

const SENDER = { businessName: 'Maple', callbackNumber: '8005550142' };
const own = { id: 't1', name: 'Roof is done', text: 'Hi {first_name}', changed_at: '2026-01-01T00:00:00Z' };
const LISTED = { templates: [own], last_message: { campaign_name: 'Autumn', text: 'We moved' } };

const names = (groups: ReturnType<typeof foundMessages>) =>
  groups.map(({ name, messages }) => [name, ...messages.map((message) => message.name)]);

test('own templates come first, then the last message, then those by trade as they are said', () => {
  const groups = offeredMessages(LISTED, SENDER);
  expect(groups.slice(0, 3).map(({ name }) => name)).toEqual([
    'Your templates',
    'Last message',
    'Appointments',
  ]);
  expect(groups[0]?.messages).toEqual([{ key: 't1', name: own.name, text: own.text, own }]);
  expect(groups[2]?.messages[0]?.text).toMatch(/this is Maple\. .* call us back at 800-555-0142\./);
});

test('a search finds messages by all its words, in group, name or text', () => {
  const groups = offeredMessages(LISTED, SENDER);
  expect(names(foundMessages(groups, ' ROOF  first_name '))).toEqual([['Your templates', 'Roof is done']]);
  expect(names(foundMessages(groups, 'moved'))).toEqual([['Last message', 'Autumn']]);
  expect(names(foundMessages(groups, 'property open'))).toEqual([['Property', 'Open house']]);
  expect(foundMessages(groups, 'zzz')).toEqual([]);
});

test('groups without messages are left out', () => {
  const groups = foundMessages(offeredMessages({ templates: [], last_message: null }, SENDER), '');
  expect(groups[0]?.name).toBe('Appointments');
});
