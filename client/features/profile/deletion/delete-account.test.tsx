// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import DeleteAccountDialog from './delete-account-dialog.tsx';

// The draft of the account is erased with its file; happy-dom stores none.
beforeEach(() => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  return () => {
    vi.unstubAllGlobals();
  };
});

const OVERVIEW: DeletionOverview = { busy: [], scheduled: 0, plan: null, credits: 0 };

const account = (
  overview: Partial<DeletionOverview> = {},
  { enabled_at = null, request }: { enabled_at?: string | null; request?: () => Promise<never> } = {},
): { answers: Answers } => ({
  answers: {
    accountDeletion: { overview: () => ({ ...OVERVIEW, ...overview }), ...(request && { request }) },
    auth: { secondFactor: () => ({ enabled_at, recovery_codes: 0 }) },
  },
});

test.each([
  [{}, 'Your API keys are revoked', ['scheduled', 'You lose', 'cancelled']],
  [{ scheduled: 1, credits: 1 }, 'Your scheduled campaign is deleted and not sent. You lose 1 credit.', []],
  [
    { scheduled: 2, plan: 'Launch', credits: 1_200 },
    'Your 2 scheduled campaigns are deleted and not sent. Your Launch plan is cancelled at once. You lose 1,200 credits.',
    [],
  ],
])('what an account with %j loses is said', async (overview, said, unsaid) => {
  await renderScreen(<DeleteAccountDialog onClose={vi.fn()} />, account(overview));
  expect(text()).toContain(said);
  for (const other of unsaid) expect(text()).not.toContain(other);
});

test('an account with a running campaign cannot be deleted', async () => {
  await renderScreen(
    <DeleteAccountDialog onClose={vi.fn()} />,
    account({ busy: [{ name: 'Autumn', status: 'Sending' }] }),
  );
  expect(text()).toContain('Autumn (Sending)');
  expect(text()).not.toContain('Your password');
  expect(isDisabled('Delete Account')).toBe(true);
});

test.each([
  [null, { email: 'ana@example.com', password: 'secret' }],
  ['2026-11-20T09:30:00.000Z', { email: 'ana@example.com' }],
])('with two-step verification since %j, %j is sent once', async (enabled_at, sent) => {
  const accountClosed = vi.fn();
  const screen = await renderScreen(<DeleteAccountDialog onClose={vi.fn()} />, {
    ...account({}, { enabled_at, request: () => Promise.resolve({} as never) }),
    session: { accountClosed },
  });
  await enter('Type your email to confirm', 'ana@example.com');
  if (enabled_at === null) await enter('Your password', 'secret');
  await click('Delete Account', 2);
  expect(screen.sent('accountDeletion.request')).toEqual([sent]);
  expect(accountClosed).toHaveBeenCalledOnce();
});

test('what is refused is said at its field, and nobody is signed out', async () => {
  const accountClosed = vi.fn();
  await renderScreen(<DeleteAccountDialog onClose={vi.fn()} />, {
    ...account(
      {},
      { request: () => Promise.reject(refusal('No', { details: { fields: { password: 'Wrong' } } })) },
    ),
    session: { accountClosed },
  });
  expect(noteOf('Type your email to confirm')).toBe('ana@example.com');
  await click('Delete Account');
  expect(noteOf('Your password')).toBe('Wrong');
  expect(accountClosed).not.toHaveBeenCalled();
});

test('a campaign that has begun meanwhile is shown', async () => {
  const screen = await renderScreen(
    <DeleteAccountDialog onClose={vi.fn()} />,
    account(
      {},
      { request: () => Promise.reject(refusal('A campaign runs', { code: 'CONFLICT', status: 409 })) },
    ),
  );
  await click('Delete Account');
  expect(text()).toContain('A campaign runs');
  expect(screen.sent('accountDeletion.overview')).toHaveLength(2);
});

test('nothing can be deleted before it is known what; an error is retried', async () => {
  const overview = vi.fn(() => Promise.reject<DeletionOverview>(noResponse()));
  const onClose = vi.fn();
  await renderScreen(<DeleteAccountDialog onClose={onClose} />, {
    answers: {
      accountDeletion: { overview },
      auth: { secondFactor: () => ({ enabled_at: null, recovery_codes: 0 }) },
    },
  });
  expect(isDisabled('Delete Account')).toBe(true);
  overview.mockResolvedValue(OVERVIEW);
  await click('Retry');
  expect(isDisabled('Delete Account')).toBe(false);
  expect(hasButton('Retry')).toBe(false);
  await click('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
});
