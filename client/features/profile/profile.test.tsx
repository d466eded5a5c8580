// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountEventView } from '#shared/schemas/account/account-events.ts';
import type { ExportView } from '#shared/schemas/account/account-export.ts';
import { trpc } from '#client/app/trpc.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import { ExportCard } from './export/export-card.tsx';
import { AccountHistoryCard } from './history/account-history-card.tsx';
import { ProfileForm } from './profile-form.tsx';

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);
const PROFILE = {
  email: 'ana@example.com',
  display_name: 'Ana Lee',
  company_name: 'default',
  phone: 'default',
} as unknown as Parameters<typeof ProfileForm>[0]['profile'];

afterEach(() => {
  sessionStorage.clear();
});

const submit = () =>
  turn(() => {
    document.querySelector('form')?.requestSubmit();
  });
const isReadOnly = (label: string) => field(label).readOnly;

test('one field is edited at a time, and what changed is sent', async () => {
  const updateUser = vi.fn();
  const screen = await renderScreen(<ProfileForm uid="u1" profile={PROFILE} />, {
    session: { updateUser },
    answers: {
      auth: {
        updateProfile: () => ({ ...PROFILE, display_name: 'Ana Ray', phone: '(415) 555-0123' }),
      },
    },
  });
  expect(field('Phone Number').value).toBe('');
  expect(isDisabled('Save Changes')).toBe(true);
  await click('Edit Full Name');
  await enter('Full Name', 'Ana Ray');
  await click('Edit Phone Number');
  expect([isReadOnly('Full Name'), isReadOnly('Phone Number')]).toEqual([true, false]);
  await enter('Phone Number', '(415) 555-0123');
  await submit();
  expect(screen.sent('auth.updateProfile')).toEqual([
    { id: 'u1', profile: { display_name: 'Ana Ray', phone: '(415) 555-0123' } },
  ]);
  expect(text()).toContain('Profile updated successfully!');
  expect(updateUser.mock.calls).toEqual([[{ display_name: 'Ana Ray' }]]);
  expect(isReadOnly('Phone Number')).toBe(true);
  expect(isDisabled('Save Changes')).toBe(true);
});

test('a field that is wrong is not sent, and Escape brings back what is saved', async () => {
  const screen = await renderScreen(<ProfileForm uid="u1" profile={PROFILE} />);
  await click('Edit Full Name');
  await enter('Full Name', ' ');
  expect(noteOf('Full Name')).toBe('A name is required');
  expect(isDisabled('Save Changes')).toBe(true);
  await submit();
  expect(screen.sent('auth.updateProfile')).toEqual([]);
  await turn(() => {
    field('Full Name').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  expect([field('Full Name').value, isReadOnly('Full Name')]).toEqual(['Ana Lee', true]);
});

test.each([
  [refusal('This number is taken'), 'Failed to update user data. This number is taken'],
  [noResponse(), 'Failed to update user data.'],
])('a change that cannot be saved says so, and is kept for this user', async (error, said) => {
  await renderScreen(<ProfileForm uid="u1" profile={PROFILE} />, {
    answers: { auth: { updateProfile: () => Promise.reject(error) } },
  });
  await click('Edit Phone Number');
  await enter('Phone Number', '(415) 555-0123');
  await submit();
  expect(text()).toContain(said);
  expect(JSON.parse(sessionStorage.getItem('kept_edits') ?? '')).toEqual({
    uid: 'u1',
    values: { phone: '(415) 555-0123' },
  });
});

test.each([
  ['u1', 'Ana Kept', true],
  ['u2', 'Ana Lee', false],
])('what user u1 had changed is shown to %s as %s', async (uid, name, isKept) => {
  const values = { display_name: 'Ana Kept' };
  sessionStorage.setItem('kept_edits', JSON.stringify({ uid: 'u1', values }));
  await renderScreen(<ProfileForm uid={uid} profile={PROFILE} />);
  expect(field('Full Name').value).toBe(name);
  expect(text().includes('What you changed earlier is not saved yet.')).toBe(isKept);
});

const exported = (status: ExportView['status']): ExportView => ({
  id: 'e1',
  status,
  requested_at: AT,
  expires_at: status === 'ready' ? AT : null,
});

test.each<[ExportView | null, number, string, boolean, boolean]>([
  [null, 3, 'There is no file at present.', false, false],
  [exported('preparing'), 3, 'Your file is being prepared.', true, false],
  [exported('ready'), 3, `Ready until ${AT_TEXT}.`, false, true],
  [exported('ready'), 0, `Ready until ${AT_TEXT}.`, true, true],
  [exported('failed'), 1, 'The file could not be prepared. Please request it again.', false, false],
])('of the export %j, with %i left, it says %s', async (latest, remaining, said, refused, canDownload) => {
  await renderScreen(<ExportCard />, {
    answers: { accountExport: { overview: () => ({ latest, remaining }) } },
  });
  expect(text()).toContain(said);
  expect(isDisabled('Request Export')).toBe(refused);
  expect(hasButton('Download')).toBe(canDownload);
});

test('an export is requested, and its state read again', async () => {
  const screen = await renderScreen(<ExportCard />, {
    answers: {
      accountExport: {
        overview: () => ({ latest: null, remaining: 3 }),
        request: () => Promise.reject(refusal('Not today')),
      },
    },
  });
  await click('Request Export');
  expect(text()).toContain('Not today');
  expect(screen.sent('accountExport.overview')).toHaveLength(2);
});

test('a file that cannot be downloaded says why', async () => {
  const screen = await renderScreen(<ExportCard />, {
    answers: {
      accountExport: {
        overview: () => ({ latest: exported('ready'), remaining: 3 }),
        download: () => Promise.reject(refusal('It is gone')),
      },
    },
  });
  await click('Download');
  expect(screen.sent('accountExport.download')).toEqual([{ id: 'e1' }]);
  expect(text()).toContain('It is gone');
});

const event = (id: string): AccountEventView => ({
  id,
  type: 'signed_in',
  at: AT,
  count: 1,
  browser: null,
  system: null,
  networks: [],
  other_networks: false,
  detail: null,
});

function Change() {
  const change = trpc.auth.logout.useMutation();
  return (
    <button
      onClick={() => {
        change.mutate();
      }}
    >
      Change something
    </button>
  );
}

test.each([
  ['that succeeds', () => ({ success: true }) as never],
  ['that fails', () => Promise.reject(noResponse())],
])('the history is read on, and again after a change %s', async (_, logout) => {
  const screen = await renderScreen(
    <>
      <AccountHistoryCard />
      <Change />
    </>,
    {
      answers: {
        auth: { logout },
        accountEvents: {
          list: ({ cursor }) =>
            cursor === 'c1' ? { events: [event('e2')], next: null } : { events: [event('e1')], next: 'c1' },
        },
      },
    },
  );
  expect(document.querySelectorAll('li')).toHaveLength(1);
  await click('Show More');
  expect(document.querySelectorAll('li')).toHaveLength(2);
  expect(hasButton('Show More')).toBe(false);
  const before = screen.sent('accountEvents.list').length;
  await click('Change something');
  expect(screen.sent('accountEvents.list').length).toBeGreaterThan(before);
});

test('a history that cannot be loaded is asked for again, and says if it is empty', async () => {
  const list = vi.fn(() => Promise.reject<{ events: AccountEventView[]; next: string | null }>(noResponse()));
  await renderScreen(<AccountHistoryCard />, { answers: { accountEvents: { list } } });
  expect(text()).not.toContain('Nothing yet');
  list.mockResolvedValue({ events: [], next: null });
  await click('Retry');
  expect(text()).toContain('Nothing yet');
});
