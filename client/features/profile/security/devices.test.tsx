// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { SignedInDevice } from '#shared/schemas/account/account-security.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';
import { DevicesCard } from './devices-card.tsx';

const AT_TEXT = momentText('2026-11-20T09:30:00.000Z');

const HERE = {
  id: 'd1',
  browser: 'Firefox',
  system: 'Linux',
  place: 'Miami',
  network: '192.0.2.1',
  current: true,
  last_seen_at: '2026-11-20T09:30:00.000Z',
} as unknown as SignedInDevice;
const OTHER: SignedInDevice = { ...HERE, id: 'd2', browser: null, system: null, place: null, current: false };

const devices = (signOutDevice?: () => Promise<never>) => ({
  answers: {
    auth: { devices: () => ({ devices: [HERE, OTHER] }) as never, ...(signOutDevice && { signOutDevice }) },
    webhooks: { list: () => ({ webhooks: [] }) },
    apiKeys: { list: () => ({ api_keys: [] }) },
  },
});

test('only another device than this one can be signed out', async () => {
  await renderScreen(<DevicesCard />, devices());
  expect(text()).toContain(
    `Firefox on Linux This device Miami · 192.0.2.1 · Last seen ${AT_TEXT} Unknown browser 192.0.2.1`,
  );
  expect(hasButton('Sign out Firefox on Linux')).toBe(false);
});

test.each([
  [undefined, 'Unknown browser was signed out.', true],
  [refusal('None', { status: 404 }), 'None', false],
  [refusal('Not now', { status: 409 }), 'Not now', true],
  [noResponse(), 'The device could not be signed out. Please try again.', true],
])('a device is signed out by its id, and the list is read again', async (error, said, shown) => {
  const screen = await renderScreen(
    <DevicesCard />,
    devices(() => (error === undefined ? Promise.resolve({} as never) : Promise.reject(error))),
  );
  await click('Sign out Unknown browser');
  expect(screen.sent('auth.signOutDevice')).toEqual([{ id: 'd2' }]);
  expect(text().includes(said)).toBe(shown);
  expect(screen.sent('auth.devices')).toHaveLength(2);
});
