// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { MAX_PASSKEYS, type PasskeyView } from '#shared/schemas/account/passkeys.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, noteOf, problemOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import AddPasskeyDialog from '../passkeys/add-passkey-dialog.tsx';
import { PasskeysCard } from '../passkeys/passkeys-card.tsx';
import RemovePasskeyDialog from '../passkeys/remove-passkey-dialog.tsx';
import RenewCodesDialog from '../second-factor/renew-codes-dialog.tsx';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import SetUpDialog from '../second-factor/set-up-dialog.tsx';
import TurnOffDialog from '../second-factor/turn-off-dialog.tsx';
import ChangePasswordDialog from './change-password-dialog.tsx';
import SignOutEverywhereDialog from './sign-out-everywhere-dialog.tsx';

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);
const auth = (answers: NonNullable<Answers['auth']>) => ({ answers: { auth: answers } });
const CODES = { recovery_codes: ['aaaa-1111', 'bbbb-2222'] };
const factor = (enabled_at: string | null, recovery_codes = 0) => ({
  secondFactor: () => ({ enabled_at, recovery_codes }) as never,
});

test.each([
  [null, 0, 'Set Up', 'a stolen password is not enough'],
  [AT, 3, 'Turn Off', `since ${AT_TEXT} . 3 recovery codes left`],
])('two steps that are on since %s offer what follows', async (enabledAt, codes, offered, said) => {
  await renderScreen(<SecondFactorCard />, auth(factor(enabledAt, codes)));
  expect(text()).toContain(said);
  expect(hasButton(offered)).toBe(true);
  expect(hasButton('New Recovery Codes')).toBe(enabledAt !== null);
});

test.each([
  ['Turn Off', 'Turn off two-step verification?'],
  ['New Recovery Codes', 'Create new recovery codes?'],
])('%s asks first', async (name, title) => {
  const screen = await renderScreen(<SecondFactorCard />, auth(factor(AT, 3)));
  await click(name);
  await until(() => expect(text()).toContain(title));
  await click('Cancel');
  expect(screen.sent('auth.secondFactor')).toHaveLength(1);
});

test('two steps are turned on with a code, and the recovery codes are shown once', async () => {
  const onClose = vi.fn();
  const enableSecondFactor = vi.fn(() =>
    Promise.reject<typeof CODES>(refusal('No', { details: { fields: { code: 'This code is wrong' } } })),
  );
  const screen = await renderScreen(
    <SetUpDialog onClose={onClose} />,
    auth({
      beginSecondFactor: () => ({ uri: 'otpauth://totp/a', secret: 'ABCDEFGHIJ' }),
      enableSecondFactor,
    }),
  );
  expect(screen.sent('auth.beginSecondFactor')).toHaveLength(1);
  expect(text()).toContain('Enter this key: ABCD EFGH IJ');
  await enter('Code', '000000');
  await click('Turn On');
  expect(noteOf('Code')).toBe('This code is wrong');
  enableSecondFactor.mockResolvedValue(CODES);
  await enter('Code', '123456');
  await click('Turn On');
  expect(screen.sent('auth.enableSecondFactor')).toEqual([{ code: '000000' }, { code: '123456' }]);
  expect(text()).toContain('aaaa-1111 bbbb-2222');
  expect(onClose).not.toHaveBeenCalled();
  await click('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a secret that cannot be loaded is asked for again, and cannot be confirmed before', async () => {
  const screen = await renderScreen(
    <SetUpDialog onClose={vi.fn()} />,
    auth({ beginSecondFactor: () => Promise.reject(noResponse()) }),
  );
  expect(isDisabled('Turn On')).toBe(true);
  await click('Retry');
  expect(screen.sent('auth.beginSecondFactor')).toHaveLength(2);
});

test('new recovery codes replace the others after a question', async () => {
  const screen = await renderScreen(
    <RenewCodesDialog onClose={vi.fn()} />,
    auth({ renewRecoveryCodes: () => CODES }),
  );
  await click('Create Codes');
  expect(screen.sent('auth.renewRecoveryCodes')).toHaveLength(1);
  expect(text()).toContain('bbbb-2222');
});

test.each([
  [undefined, 'It is off now.'],
  [refusal('Not now'), 'Not now'],
  [noResponse(), 'It could not be turned off. Please try again.'],
])('two steps are turned off after a question, which closes', async (error, said) => {
  const onClose = vi.fn();
  await renderScreen(
    <TurnOffDialog onClose={onClose} />,
    auth({
      disableSecondFactor: () =>
        error === undefined ? ({ success: true, message: 'It is off now.' } as never) : Promise.reject(error),
    }),
  );
  await click('Turn Off');
  expect(text()).toContain(said);
  expect(onClose).toHaveBeenCalledOnce();
});

const PASSKEY: PasskeyView = { id: 'p1', name: 'Laptop', created_at: AT, last_used_at: null };
const passkeys = (count: number, origin: string | null) => ({
  passkeys: () => ({
    origin,
    passkeys: Array.from({ length: count }, (_, at) => ({ ...PASSKEY, id: `p${String(at)}` })),
  }),
});

test.each([
  [1, () => window.location.origin, false, 'Sign in with your fingerprint'],
  [MAX_PASSKEYS - 1, () => window.location.origin, false, 'Sign in with your fingerprint'],
  [MAX_PASSKEYS, () => window.location.origin, true, 'Sign in with your fingerprint'],
  [1, () => 'https://hark.example', true, 'Passkeys work at https://hark.example , not at this address.'],
  [0, () => null, true, 'Passkeys need a Hark whose address is a name.'],
])('with %i passkeys one more is refused: %s', async (count, origin, refused, said) => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  await renderScreen(<PasskeysCard />, auth(passkeys(count, origin())));
  vi.unstubAllGlobals();
  expect(text()).toContain(said);
  expect(isDisabled('Add a Passkey')).toBe(refused);
});

test('a browser without passkeys says so', async () => {
  await renderScreen(<PasskeysCard />, auth(passkeys(1, window.location.origin)));
  expect(text()).toContain('This browser does not support passkeys.');
  expect(isDisabled('Add a Passkey')).toBe(true);
  expect(text()).toContain(`Laptop Added ${AT_TEXT} · Never used`);
  await click('Remove Laptop');
  await until(() => expect(text()).toContain('Remove Laptop?'));
});

test.each([
  [undefined, 'Laptop was removed.'],
  [refusal('None', { status: 404 }), 'Laptop was already removed.'],
  [noResponse(), 'The passkey could not be removed. Please try again.'],
])('a passkey is removed by its id', async (error, said) => {
  const screen = await renderScreen(
    <RemovePasskeyDialog passkey={PASSKEY} onClose={vi.fn()} />,
    auth({
      removePasskey: () => (error === undefined ? ({ success: true } as never) : Promise.reject(error)),
    }),
  );
  await click('Remove');
  expect(screen.sent('auth.removePasskey')).toEqual([{ id: 'p1' }]);
  expect(text()).toContain(said);
});

test('a passkey needs a name before the device is asked', async () => {
  await renderScreen(<AddPasskeyDialog onClose={vi.fn()} />);
  await enter('Name', ' ');
  await click('Continue');
  expect(noteOf('Name')).toBe('A name is required');
});

test('a password is changed once, with the one before', async () => {
  const onClose = vi.fn();
  const answer = held<never>();
  const screen = await renderScreen(
    <ChangePasswordDialog onClose={onClose} />,
    auth({ changePassword: () => answer.promise }),
  );
  await enter('Current password', 'the old one');
  await enter('New password', 'a good long password');
  await click('Save Password', 2);
  expect(screen.sent('auth.changePassword')).toEqual([
    { current_password: 'the old one', password: 'a good long password' },
  ]);
  await turn(() => {
    answer.give({ success: true, message: 'Your password was changed.' } as never);
  });
  expect(text()).toContain('Your password was changed.');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [refusal('No', { details: { fields: { current_password: 'It is another one' } } }), 'Current password'],
  [refusal('No', { details: { fields: { password: 'It is another one' } } }), 'New password'],
])('a password that is refused says so at its field', async (error, label) => {
  const onClose = vi.fn();
  await renderScreen(
    <ChangePasswordDialog onClose={onClose} />,
    auth({ changePassword: () => Promise.reject(error) }),
  );
  await enter('Current password', 'x');
  await click('Save Password');
  expect(noteOf(label)).toBe('It is another one');
  expect(problemOf()).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  [undefined, 'All devices are signed out.', 1],
  [noResponse(), 'The devices could not be signed out. Please try again.', 0],
])('signing out everywhere ends this session too, unless it fails', async (error, said, ends) => {
  const signOut = vi.fn(() => Promise.resolve());
  await renderScreen(<SignOutEverywhereDialog onClose={vi.fn()} />, {
    session: { signOut },
    ...auth({
      signOutEverywhere: () =>
        error === undefined
          ? ({ success: true, message: 'All devices are signed out.' } as never)
          : Promise.reject(error),
    }),
  });
  await click('Sign Out');
  expect(text()).toContain(said);
  expect(signOut).toHaveBeenCalledTimes(ends);
});
