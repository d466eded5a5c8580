// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import ReauthenticateDialog from './reauthenticate-dialog.tsx';

const factorOf = (enabled_at: string | null) => ({ enabled_at }) as never;
const passkeys = () => ({ passkeys: [], origin: '' }) as never;

test.each([
  [null, 'Your password', 'password'],
  ['2026-11-20T09:30:00.000Z', 'Code', 'code'],
])('with a second factor of %s, it asks for “%s”', async (enabledAt, label, name) => {
  const error = refusal('No', { details: { fields: { [name]: 'It is wrong' } } });
  const screen = await renderScreen(<ReauthenticateDialog email="ana@example.com" />, {
    answers: {
      auth: {
        secondFactor: () => factorOf(enabledAt),
        passkeys,
        reauthenticate: () => Promise.reject(error),
      },
    },
  });
  await enter(label, '123456');
  await click('Confirm');
  expect(screen.sent('auth.reauthenticate')).toEqual([{ [name]: '123456' }]);
  expect(noteOf(label)).toContain('It is wrong');
});

test('before it knows what to ask for nothing is sent', async () => {
  const secondFactor = vi.fn(() => Promise.reject(noResponse()));
  await renderScreen(<ReauthenticateDialog email="ana@example.com" />, {
    answers: { auth: { secondFactor, passkeys } },
  });
  expect(isDisabled('Confirm')).toBe(true);
  secondFactor.mockResolvedValue(factorOf(null));
  await click('Retry');
  expect(text()).toContain('Your password');
  expect(isDisabled('Confirm')).toBe(false);
});
