// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CallingProfileView } from '#shared/schemas/calling/calling-profile.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, field, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { BusinessNameCard } from './business-name-card.tsx';
import BusinessNameDialog from './business-name-dialog.tsx';

const PROFILE: CallingProfileView = {
  business_name: 'Maple & Co',
  callback_number: null,
  default_consent: null,
  signature: null,
  call_limit: { calls: 3, days: 30 },
  message_rules: 'enforced',
  test_phone: null,
  stop_path: '/stop/maple',
};

test.each([
  ['Maple & Co', 'Maple & Co'],
  ['', 'Not given'],
])('the name %j is shown as %s, once it is loaded', async (name, shown) => {
  const profile = vi.fn(() => Promise.reject<CallingProfileView>(noResponse()));
  await renderScreen(<BusinessNameCard />, { answers: { calling: { profile } } });
  expect(isDisabled('Change Name')).toBe(true);
  profile.mockResolvedValue({ ...PROFILE, business_name: name });
  await click('Retry');
  expect(text()).toContain(shown);
  await click('Change Name');
  await until(() => expect(field('Business name').value).toBe(name));
});

test('a name is checked, sent and shown everywhere', async () => {
  const onClose = vi.fn();
  const updateProfile = vi.fn(() => Promise.reject(refusal('Please choose another name')));
  const screen = await renderScreen(<BusinessNameDialog name="Maple" onClose={onClose} />, {
    answers: { auth: { updateProfile } },
  });
  await enter('Business name', 'x'.repeat(500));
  await click('Save Name');
  expect(screen.sent('auth.updateProfile')).toEqual([]);
  await until(() => expect(noteOf('Business name')).not.toBe(''));
  await enter('Business name', ' Maple & Co ');
  await click('Save Name');
  await until(() => expect(text()).toContain('Please choose another name'));
  expect(onClose).not.toHaveBeenCalled();
  updateProfile.mockResolvedValue({} as never);
  await click('Save Name');
  await until(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.sent('auth.updateProfile').at(-1)).toMatchObject({ profile: { company_name: 'Maple & Co' } });
});
