// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { MAX_API_KEYS, type ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { held, noResponse, refusal } from '#client/testing/fake-server.ts';
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
import { turn, until } from '#client/testing/turn.ts';
import { ApiKeysCard } from './api-keys-card.tsx';
import CreateApiKeyDialog from './create-api-key-dialog.tsx';
import RevokeApiKeyDialog from './revoke-api-key-dialog.tsx';

const KEY: ApiKeyView = {
  id: 'k1',
  name: 'Billing',
  prefix: 'hark_abc',
  scope: 'read',
  areas: [],
  created_at: '2026-11-01T00:00:00.000Z',
  expires_at: null,
  expired: false,
  last_used_at: null,
  last_used_from: null,
};
const keys = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...KEY, id: `k${String(at)}`, name: `Key ${String(at)}` }));
const list = (api_keys: ApiKeyView[]) => ({ answers: { apiKeys: { list: () => ({ api_keys }) } } });

test('a key is listed with its scope and its use', async () => {
  const limited: ApiKeyView = { ...KEY, id: 'k3', name: 'Shop', areas: ['campaigns', 'voices'] };
  await renderScreen(<ApiKeysCard />, list([KEY, { ...KEY, id: 'k2', name: 'Old', expired: true }, limited]));
  expect(text()).toContain('Billing Read only hark_abc… · Does not expire · Never used');
  expect(text()).toContain('Old Expired hark_abc…');
  expect(text()).toContain('Never used Only Campaigns, Voices');
  expect(text().split('Only ')).toHaveLength(2);
});

test('no keys, and keys that cannot be loaded, are told apart', async () => {
  await renderScreen(<ApiKeysCard />, list([]));
  expect(text()).toContain('No API keys yet');
});

test('the list is asked for again after an error', async () => {
  let answer = (): { api_keys: ApiKeyView[] } => {
    throw noResponse();
  };
  const screen = await renderScreen(<ApiKeysCard />, { answers: { apiKeys: { list: () => answer() } } });
  expect(text()).toContain('This could not be loaded.');
  answer = () => ({ api_keys: [KEY] });
  await click('Retry');
  expect(screen.sent('apiKeys.list')).toHaveLength(2);
  expect(hasButton('Revoke Billing')).toBe(true);
});

test('the list says that it is loading', async () => {
  const answer = held<{ api_keys: ApiKeyView[] }>();
  await renderScreen(<ApiKeysCard />, { answers: { apiKeys: { list: () => answer.promise } } });
  expect(text()).toContain('Loading...');
  expect(text()).not.toContain('No API keys yet');
});

test.each([
  [MAX_API_KEYS - 1, false],
  [MAX_API_KEYS, true],
])('with %i keys, creating another is refused: %s', async (count, refused) => {
  await renderScreen(<ApiKeysCard />, list(keys(count)));
  expect(isDisabled('Create API Key')).toBe(refused);
});

test('each button opens its dialog, which Cancel and Keep close without a call', async () => {
  const screen = await renderScreen(<ApiKeysCard />, list(keys(2)));
  await click('Create API Key');
  await until(() => field('Name'));
  await click('Cancel');
  expect(hasButton('Create Key')).toBe(false);
  await click('Revoke Key 1');
  await until(() => button('Keep'));
  expect(text()).toContain('Revoke Key 1?');
  await click('Keep');
  expect(hasButton('Keep')).toBe(false);
  expect(screen.sent('apiKeys.revoke')).toEqual([]);
});

test('a key is created once with what was chosen, and shown until it is closed', async () => {
  const onClose = vi.fn();
  const answer = held<{ key: string; api_key: ApiKeyView }>();
  const screen = await renderScreen(<CreateApiKeyDialog onClose={onClose} />, {
    answers: { apiKeys: { create: () => answer.promise, list: () => ({ api_keys: [] }) } },
  });
  await enter('Name', 'Shop');
  await enter('Expires', '90');
  await click('Read only See campaigns, results and credits');
  for (const area of ['Voices Your voices, and previews of messages', 'Analytics What became of the calls'])
    await turn(() => {
      field(area).click();
    });
  await click('Create Key', 2);
  expect(isDisabled('Creating...')).toBe(true);
  expect(screen.sent('apiKeys.create')).toEqual([
    { name: 'Shop', scope: 'read', areas: ['voices', 'analytics'], expires_in_days: 90 },
  ]);
  answer.give({ key: 'hark_secret', api_key: { ...KEY, name: 'Shop' } });
  await until(() => field('API key'));
  expect(field('API key').value).toBe('hark_secret');
  expect(text()).toContain('Shop is ready');
  expect(hasButton('Copy Key')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  await click('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a new key has full access to everything and does not expire unless something else is chosen', async () => {
  const screen = await renderScreen(<CreateApiKeyDialog onClose={vi.fn()} />, {
    answers: {
      apiKeys: { create: () => ({ key: 'k', api_key: KEY }), list: () => ({ api_keys: [] }) },
    },
  });
  expect([...field('Expires').querySelectorAll('option')].map((option) => option.textContent)).toEqual([
    ...['In 30 days', 'In 90 days', 'In 365 days', 'Never'],
  ]);
  await click('Create Key');
  expect(noteOf('Name')).toBe('A name is required');
  expect(screen.sent('apiKeys.create')).toEqual([]);
  await enter('Name', 'Shop');
  await click('Create Key');
  expect(screen.sent('apiKeys.create')).toEqual([
    { name: 'Shop', scope: 'full', areas: [], expires_in_days: null },
  ]);
});

test.each([
  [refusal('That name is taken'), 'That name is taken'],
  [noResponse(), 'The key could not be created. Please try again.'],
])('a key that is refused keeps its form and says why', async (error, said) => {
  await renderScreen(<CreateApiKeyDialog onClose={vi.fn()} />, {
    answers: { apiKeys: { create: () => Promise.reject(error) } },
  });
  await enter('Name', 'Shop');
  await click('Create Key');
  expect(problemOf()).toBe(said);
  expect(field('Name').value).toBe('Shop');
});

test.each([
  ['succeeds', undefined, 'Billing was revoked.'],
  ['finds none', refusal('Not found', { status: 404 }), 'Billing was already revoked.'],
  ['is refused', refusal('Not now', { status: 409 }), 'Not now'],
  ['fails', noResponse(), 'The key could not be revoked. Please try again.'],
])('a revocation that %s says so and closes', async (_, error, said) => {
  const onClose = vi.fn();
  const screen = await renderScreen(<RevokeApiKeyDialog apiKey={KEY} onClose={onClose} />, {
    answers: {
      apiKeys: { revoke: () => (error === undefined ? { success: true } : Promise.reject(error)) },
    },
  });
  await click('Revoke');
  expect(screen.sent('apiKeys.revoke')).toEqual([{ id: 'k1' }]);
  expect(text()).toContain(said);
  expect(onClose).toHaveBeenCalledOnce();
});
