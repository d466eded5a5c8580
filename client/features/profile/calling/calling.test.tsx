// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CallingProfileView } from '#shared/schemas/calling/calling-profile.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, isDisabled, noteOf, problemOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { CallingCard } from './calling-card.tsx';
import CallingDialog from './calling-dialog.tsx';

const CONSENT = {
  basis: 'written_consent',
  own_words: null,
  obtained_at: '2026-05-01',
  source: 'Form',
} as const;
const PROFILE: CallingProfileView = {
  business_name: 'Maple & Co',
  callback_number: '12025550143',
  default_consent: CONSENT,
  signature: null,
  call_limit: { calls: 3, days: 30 },
  message_rules: 'enforced',
  test_phone: null,
  stop_path: '/stop/maple',
};
const calling = (answers: NonNullable<Answers['calling']>) => ({ answers: { calling: answers } });

test.each<[Partial<CallingProfileView>, string]>([
  [{}, 'Number to call back +1 (202) 555-0143'],
  [
    {},
    'Signature This is Maple & Co. Call us back at 202-555-0143. To stop these messages call 202-555-0143.',
  ],
  [{ signature: 'Ring {number}.' }, 'Signature Ring 202-555-0143.'],
  [{ business_name: '' }, 'Signature This is {business}. Call us back at {number}.'],
  [{}, 'Consent of new lists Written consent Obtained on 2026-05-01: Form'],
  [{}, 'Calls to one number At most 3 in 30 days'],
  [{ call_limit: { calls: 1_000, days: 1 } }, 'At most 1,000 in 1 day'],
  [{ callback_number: null }, 'Number to call back Not given'],
  [{ default_consent: null }, 'None: it is asked with each list'],
  [{ default_consent: { ...CONSENT, basis: 'other', own_words: 'School' } }, 'School Obtained on'],
])('a profile with %j says %s', async (change, said) => {
  await renderScreen(<CallingCard />, calling({ profile: () => ({ ...PROFILE, ...change }) }));
  expect(text()).toContain(said);
});

test('settings are changed once they are loaded', async () => {
  const profile = vi.fn(() => Promise.reject<CallingProfileView>(noResponse()));
  await renderScreen(<CallingCard />, calling({ profile }));
  expect(isDisabled('Change Settings')).toBe(true);
  profile.mockResolvedValue(PROFILE);
  await click('Retry');
  await click('Change Settings');
  await until(() => expect(text()).toContain('Calling settings'));
});

const open = (answers: NonNullable<Answers['calling']> = {}, profile = PROFILE) => {
  const onClose = vi.fn();
  const screen = renderScreen(<CallingDialog profile={profile} onClose={onClose} />, calling(answers));
  return screen.then((shown) => ({ onClose, sent: () => shown.sent('calling.updateProfile') }));
};
const update = () => PROFILE;

test('what is not changed is sent as it was', async () => {
  const { onClose, sent } = await open({ updateProfile: update });
  await click('Save Settings');
  const { callback_number, signature, call_limit, default_consent } = PROFILE;
  expect(sent()).toEqual([{ callback_number, signature, call_limit, default_consent }]);
  expect(text()).toContain('Calling settings saved');
  expect(onClose).toHaveBeenCalledOnce();
});

test('each field is sent under its own name', async () => {
  const { sent } = await open({ updateProfile: update });
  await enter('Number to call back', ' ');
  await enter('Calls to one number', '5');
  await enter('In how many days', '7');
  await enter('Obtained on', '2026-06-01');
  await enter('Where it was obtained', 'Shop');
  await enter('Signature', ' Ring {number}. ');
  await click('Save Settings');
  expect(sent()).toEqual([
    {
      callback_number: null,
      signature: ' Ring {number}. ',
      call_limit: { calls: 5, days: 7 },
      default_consent: { ...CONSENT, obtained_at: '2026-06-01', source: 'Shop' },
    },
  ]);
});

test('the consent of new lists can be asked for with each list, and is otherwise complete', async () => {
  const { sent } = await open({ updateProfile: update });
  await enter('Where it was obtained', '');
  await click('Save Settings');
  expect(noteOf('Where it was obtained')).toBe('Please say where consent was obtained');
  expect(sent()).toEqual([]);
  await click('Ask with each list');
  expect(hasButton('Ask with each list')).toBe(false);
  await click('Save Settings');
  expect(sent()).toMatchObject([{ default_consent: null }]);
});

test.each([
  ['callback_number', 'Number to call back'],
  ['call_limit.calls', 'Calls to one number'],
  ['call_limit.days', 'In how many days'],
  ['default_consent.source', 'Where it was obtained'],
  ['default_consent.obtained_at', 'Obtained on'],
])('what the server refuses of %s stands at %s', async (name, label) => {
  const error = refusal('No', { details: { fields: { [name]: 'Not so' } } });
  const { onClose } = await open({ updateProfile: () => Promise.reject(error) });
  await click('Save Settings');
  expect(noteOf(label)).toBe('Not so');
  expect(problemOf()).toBe('');
  expect(onClose).not.toHaveBeenCalled();
});

test('another refusal stands above the fields, which keep what was typed', async () => {
  await open({ updateProfile: () => Promise.reject(refusal('Not now')) });
  await enter('In how many days', '7');
  await click('Save Settings');
  expect(problemOf()).toBe('Not now');
  expect(field('In how many days').value).toBe('7');
});
