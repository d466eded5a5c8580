// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import type { UserData } from '#shared/schemas/account/auth.ts';
import type { Session } from '#client/app/session/use-session.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import ChangeEmailPage from './change-email-page.tsx';
import { CorrectEmail } from './correct-email.tsx';
import PasswordResetDialog from './password-reset-dialog.tsx';
import ResetPasswordPage from './reset-password-page.tsx';
import SecondStep from './second-step.tsx';
import SignInPage from './sign-in-page.tsx';
import SignUpPage from './sign-up-page.tsx';
import VerifyEmailPage from './verify-email-page.tsx';

const USER: UserData = {
  uid: 'u1',
  display_name: 'Ana',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: false,
};
const EMAIL = 'pending_verification_email';
const USER_ID = 'pending_verification_user_id';

/** Renders a page whose address is the browser's. */
function open(
  path: string,
  page: React.ReactNode,
  answers: NonNullable<Answers['auth']> = {},
  session: Partial<Session> = { user: null },
) {
  window.history.replaceState(null, '', path);
  return renderScreen(<Router hook={useBrowserLocation}>{page}</Router>, {
    answers: { auth: answers },
    session,
  });
}
const where = () => window.location.pathname + window.location.search;
const submit = () =>
  turn(() => {
    document.querySelector('form')?.requestSubmit();
  });

beforeEach(() => {
  localStorage.clear();
});

const signIn = async () => {
  await enter('Email', 'ana@example.com');
  await enter('Password', 'a good long password');
  await submit();
};

test('a sign-in sends what was typed, and signs in', async () => {
  const signedIn = vi.fn();
  const screen = await open(
    '/auth/signin',
    <SignInPage />,
    { login: () => ({ user_data: USER }) },
    {
      user: null,
      signedIn,
    },
  );
  await signIn();
  expect(screen.sent('auth.login')).toEqual([{ email: 'ana@example.com', password: 'a good long password' }]);
  expect(signedIn.mock.calls).toEqual([[USER]]);
});

test.each([
  [refusal('Wrong password', { status: 401 }), 'Wrong password', '/auth/signin', null],
  [
    refusal('Verify first', { code: 'EMAIL_NOT_VERIFIED', details: { user_id: 'u7' } }),
    ...(['Verify first', '/auth/verify-email', 'u7'] as const),
  ],
  [refusal('', { code: 'SECOND_FACTOR_REQUIRED' }), 'Enter your code', '/auth/signin', null],
])('a sign-in that is refused leads on', async (error, said, path, pending) => {
  await open('/auth/signin', <SignInPage />, { login: () => Promise.reject(error) });
  await signIn();
  await until(() => expect(text()).toContain(said));
  expect(where()).toBe(path);
  expect(localStorage.getItem(USER_ID)).toBe(pending);
});

test('a user who is signed in has nothing to do at the sign-in and sign-up', async () => {
  await open('/auth/signin', <SignInPage />, {}, { user: USER });
  expect(where()).toBe('/dashboard');
  await open('/auth/signup', <SignUpPage />, {}, { user: USER });
  expect(where()).toBe('/dashboard');
});

test('the second step sends a code, or a recovery code, which is another', async () => {
  const signedIn = vi.fn();
  const completeSignIn = vi.fn(() =>
    Promise.reject<{ user_data: UserData }>(
      refusal('No', { details: { fields: { code: 'This code is wrong' } } }),
    ),
  );
  const screen = await open(
    '/auth/signin',
    <SecondStep onCancel={vi.fn()} />,
    { completeSignIn },
    {
      user: null,
      signedIn,
    },
  );
  await enter('Code', '123456');
  await click('Continue');
  expect(noteOf('Code')).toBe('This code is wrong');
  await click('Use a recovery code');
  expect(field('Recovery code').value).toBe('');
  expect(field('Recovery code').getAttribute('aria-describedby')).toBeNull();
  completeSignIn.mockResolvedValue({ user_data: USER });
  await enter('Recovery code', 'aaaa-1111');
  await submit();
  expect(screen.sent('auth.completeSignIn')).toEqual([{ code: '123456' }, { code: 'aaaa-1111' }]);
  expect(signedIn.mock.calls).toEqual([[USER]]);
});

test.each([
  [refusal('Start again', { code: 'SIGN_IN_EXPIRED' }), 1],
  [refusal('Wrong'), 0],
])('a second step that comes too late goes back to the password', async (error, times) => {
  const onCancel = vi.fn();
  await open('/auth/signin', <SecondStep onCancel={onCancel} />, {
    completeSignIn: () => Promise.reject(error),
  });
  await click('Continue');
  expect(onCancel).toHaveBeenCalledTimes(times);
  await click('Back to the password');
  expect(onCancel).toHaveBeenCalledTimes(times + 1);
});

test('a reset link is sent to an address that can be one', async () => {
  const onClose = vi.fn();
  const screen = await open('/auth/signin', <PasswordResetDialog onClose={onClose} />, {
    requestPasswordReset: () => ({ success: true, message: '' }),
  });
  expect(isDisabled('Confirm')).toBe(true);
  await enter('Email', 'ana');
  expect(isDisabled('Confirm')).toBe(true);
  await enter('Email', ' ana@example.com ');
  await click('Confirm');
  expect(screen.sent('auth.requestPasswordReset')).toEqual([{ email: 'ana@example.com' }]);
  expect(text()).toContain('Password reset link sent to: ana@example.com');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [refusal('Too many', { status: 429 }), 'Too many', 'Failed to send reset link.'],
  [noResponse(), 'Failed to send reset link. Try again.', 'Failed to send reset link. Please try again.'],
])('a reset link that is not sent says why', async (error, at, said) => {
  await open('/auth/signin', <PasswordResetDialog onClose={vi.fn()} />, {
    requestPasswordReset: () => Promise.reject(error),
  });
  await enter('Email', 'ana@example.com');
  await click('Confirm');
  expect(noteOf('Email')).toBe(at);
  expect(text()).toContain(said);
});

test('a new password is sent with the secret of the link, and ends the session here', async () => {
  const expired = vi.fn();
  const resetPassword = vi.fn(() =>
    Promise.reject<{ success: true; message: string }>(
      refusal('No', { details: { fields: { password: 'Too easy' } } }),
    ),
  );
  const screen = await open(
    '/auth/reset-password?token=t1',
    <ResetPasswordPage />,
    { resetPassword },
    {
      user: null,
      expired,
    },
  );
  await enter('New password', 'short');
  await submit();
  expect(noteOf('New password')).toBe('Too easy');
  resetPassword.mockResolvedValue({ success: true, message: 'It is changed.' });
  await enter('New password', 'a good long password');
  await submit();
  expect(screen.sent('auth.resetPassword').at(-1)).toEqual({ token: 't1', password: 'a good long password' });
  expect(expired).toHaveBeenCalledOnce();
  expect(where()).toBe('/auth/signin');
});

test.each([
  ['/auth/reset-password', <ResetPasswordPage key="r" />],
  ['/auth/change-email', <ChangeEmailPage key="c" />],
])('a link of %s without its secret is incomplete', async (path, page) => {
  await open(path, page);
  expect(text()).toContain('This link is incomplete');
  expect(hasButton('Go to Login')).toBe(true);
});

test.each([
  [null, false, '/auth/signin', 0],
  [USER, true, '/profile', 1],
  [USER, false, '/profile', 0],
])('a new address is confirmed by a press; of %j, its own: %s', async (user, own, path, updates) => {
  const updateUser = vi.fn();
  const screen = await open(
    ...(['/auth/change-email?token=t1', <ChangeEmailPage key="c" />] as const),
    {
      confirmEmailChange: () => ({ success: true, message: 'It is changed.', email: 'bo@example.com', own }),
    },
    { user, updateUser },
  );
  expect(screen.sent('auth.confirmEmailChange')).toEqual([]);
  await click('Confirm new email');
  expect(screen.sent('auth.confirmEmailChange')).toEqual([{ token: 't1' }]);
  expect(updateUser.mock.calls).toEqual(updates === 1 ? [[{ email: 'bo@example.com' }]] : []);
  expect(where()).toBe(path);
});

test('a new address that cannot be confirmed says why', async () => {
  await open('/auth/change-email?token=t1', <ChangeEmailPage />, {
    confirmEmailChange: () => Promise.reject(refusal('It is taken')),
  });
  await click('Confirm new email');
  expect(text()).toContain('It is taken');
  expect(where()).toBe('/auth/change-email?token=t1');
});

const signUp = async () => {
  await enter('Full name', 'Ana Lee');
  await enter('Email', 'ana@example.com');
  await enter('Password', 'a good long password');
  await submit();
};

test.each([
  [{ user_data: USER }, 'Registration Successful!', '/auth/signup', 1],
  [{ user_id: 'u7' }, '', '/auth/verify-email', 0],
  [{}, 'Registration failed', '/auth/signup', 0],
])('a registration that returns %j goes on', async (result, said, path, signsIn) => {
  const signedIn = vi.fn();
  const screen = await open(
    '/auth/signup',
    <SignUpPage />,
    { register: () => result },
    {
      user: null,
      signedIn,
    },
  );
  await signUp();
  await until(() =>
    expect(screen.sent('auth.register')).toEqual([
      { display_name: 'Ana Lee', email: 'ana@example.com', password: 'a good long password' },
    ]),
  );
  await until(() => expect(text()).toContain(said));
  expect(where()).toBe(path);
  expect(signedIn).toHaveBeenCalledTimes(signsIn);
  const pending = path === '/auth/verify-email' ? ['ana@example.com', 'u7'] : [null, null];
  expect([localStorage.getItem(EMAIL), localStorage.getItem(USER_ID)]).toEqual(pending);
});

test.each([
  [refusal('It is taken', { code: 'ALREADY_EXISTS' }), 'Email', 'It is taken'],
  [refusal('No', { details: { fields: { password: 'Too easy' } } }), 'Password', 'Too easy'],
])('a registration that is refused says so at its field', async (error, label, said) => {
  await open('/auth/signup', <SignUpPage />, { register: () => Promise.reject(error) });
  await signUp();
  await until(() => expect(noteOf(label)).toBe(said));
});

const pendingVerification = () => {
  localStorage.setItem(EMAIL, 'ana@example.com');
  localStorage.setItem(USER_ID, 'u7');
};

test('a link confirms the address once, signs in and opens the dashboard', async () => {
  const signedIn = vi.fn();
  const screen = await open(
    ...(['/auth/verify-email?uid=s1', <VerifyEmailPage key="v" />] as const),
    { confirmEmail: () => ({ success: true, user_data: USER }) },
    { user: null, signedIn },
  );
  await until(() => expect(where()).toBe('/dashboard'));
  expect(screen.sent('auth.confirmEmail')).toEqual([{ uid: 's1' }]);
  expect(signedIn.mock.calls).toEqual([[USER]]);
});

test.each([
  [refusal('', { code: 'LINK_USED' }), 'Registration completed successfully!', '/auth/signin'],
  [refusal('', { code: 'SECOND_FACTOR_REQUIRED' }), 'Registration completed successfully!', '/auth/signin'],
  [refusal('It is old', { code: 'LINK_INVALID' }), 'It is old', '/auth/verify-email?uid=s1'],
  [
    refusal('', { code: 'PASSWORD_REQUIRED', details: { email: 'ana@example.com' } }),
    ...(['Choose your password', '/auth/verify-email?uid=s1'] as const),
  ],
])('a link that does not confirm at once says what follows', async (error, said, path) => {
  await open('/auth/verify-email?uid=s1', <VerifyEmailPage />, { confirmEmail: () => Promise.reject(error) });
  await until(() => expect(text()).toContain(said));
  expect(where()).toBe(path);
});

test.each([
  [undefined, 'Verification email resent successfully!'],
  [noResponse(), 'Failed to resend verification email'],
])('the mail is sent again to who registered here', async (error, said) => {
  pendingVerification();
  const screen = await open('/auth/verify-email', <VerifyEmailPage />, {
    checkEmailVerification: () => ({ verified: false, pending: true }),
    resendVerification: () => (error === undefined ? { success: true, message: '' } : Promise.reject(error)),
  });
  await click('Resend Verification Email');
  expect(screen.sent('auth.resendVerification')).toEqual([{ user_id: 'u7' }]);
  expect(text()).toContain(said);
});

test('without a registration here no mail is sent again', async () => {
  const screen = await open('/auth/verify-email', <VerifyEmailPage />);
  await click('Resend Verification Email');
  expect(text()).toContain('No pending verification found');
  expect(screen.sent('auth.resendVerification')).toEqual([]);
});

test('a mistyped address is corrected, unless it was verified meanwhile', async () => {
  const [onCorrected, onVerified] = [vi.fn(), vi.fn(() => false)];
  const correctEmail = vi.fn(() =>
    Promise.reject<{ email: string }>(refusal('No', { details: { fields: { email: 'Not an address' } } })),
  );
  await open('/auth/verify-email', <CorrectEmail onCorrected={onCorrected} onVerified={onVerified} />, {
    correctEmail,
  });
  await click('Wrong address? Correct it');
  await enter('Correct email', 'ana');
  await submit();
  expect(noteOf('Correct email')).toBe('Not an address');
  expect(onVerified).toHaveBeenCalledOnce();
  correctEmail.mockResolvedValue({ email: 'bo@example.com' });
  await submit();
  expect(onCorrected.mock.calls).toEqual([['bo@example.com']]);
  expect(hasButton('Wrong address? Correct it')).toBe(true);
});
