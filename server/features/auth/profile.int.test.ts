import type { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { knownError } from '#server/platform/trpc/trpc.ts';
import { registration, startAuth } from './auth-harness.ts';

describe('the profile', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  async function signedIn(email: string) {
    const { browser, call } = running.browser();
    await call.register(registration(email));
    return { call, id: browser.user?.uid ?? '' };
  }

  test('the user-info call returns the documented fields', async () => {
    const { call } = await signedIn('info@example.com');
    expect(await call.userInfo()).toMatchObject({
      user_name: 'Ann Example',
      user_email: 'info@example.com',
      user_phone: 'default',
      company_name: 'default',
      user_role: 'agent',
      voice_ids: [],
      profile: { email: 'info@example.com', status: 'inactive' },
      billing: { balance: 0, subscribed: false, credits: { held_campaigns: {} } },
      contacts: { total: 0 },
      campaigns: {},
    });
  });

  test('name and phone can be changed, flat or under profile, and other fields stay the same', async () => {
    const { call, id } = await signedIn('change@example.com');
    expect(
      await call.updateProfile({ id, profile: { display_name: 'Ann B.', phone: '+1 408 555 1234' } }),
    ).toMatchObject({
      display_name: 'Ann B.',
      phone: '+1 408 555 1234',
    });
    expect(await call.updateProfile({ id, phone: '' })).toMatchObject({ display_name: 'Ann B.', phone: '' });
  });

  test('a field that is sent with two values is refused, and the same twice is one', async () => {
    const { call, id } = await signedIn('twice@example.com');
    const twice = (display_name: string) =>
      call.updateProfile({ id, display_name: 'Ann B.', profile: { display_name } });
    expect(await twice('Ann B.')).toMatchObject({ display_name: 'Ann B.' });
    await expect(twice('Ann C.')).rejects.toMatchObject({
      cause: {
        code: 'INVALID_INPUT',
        details: { fields: { 'profile.display_name': 'differs from display_name, which is the same field' } },
      },
    });
    expect((await call.userInfo()).profile).toMatchObject({ display_name: 'Ann B.' });
  });

  test('optional mails are turned off and on one by one, for the caller alone', async () => {
    const { call, id } = await signedIn('mails@example.com');
    const other = await signedIn('other-mails@example.com');
    await Promise.all([
      call.setMailChoice({ mail: 'card_expiring', on: false }),
      call.setMailChoice({ mail: 'campaign_paused', on: false }),
    ]);
    await call.setMailChoice({ mail: 'campaign_paused', on: false });
    expect(new Set((await call.mailChoices()).off)).toEqual(new Set(['card_expiring', 'campaign_paused']));
    expect(await call.setMailChoice({ mail: 'card_expiring', on: true })).toEqual({
      off: ['campaign_paused'],
    });
    expect(await other.call.mailChoices()).toEqual({ off: [] });
    expect((await running.auth.users.byUid(id))?.mutedMails).toEqual(['campaign_paused']);
    expect((await running.auth.users.byUid(other.id))?.mutedMails).toEqual([]);
  });

  test('the company can be changed and removed', async () => {
    const { call, id } = await signedIn('company@example.com');
    expect(await call.updateProfile({ id, company_name: ' Acme ' })).toMatchObject({
      company_name: 'Acme',
      display_name: 'Ann Example',
    });
    expect(await call.updateProfile({ id, profile: { company_name: '' } })).toMatchObject({
      company_name: 'default',
    });
  });

  test.each([
    [{ phone: 'not a phone' }, 'Enter a phone number like (415) 555-0123 or +44 20 7946 0958'],
    [{ phone: '(415)\n555-0123' }, 'Enter a phone number like (415) 555-0123 or +44 20 7946 0958'],
    [{ display_name: ' ' }, 'A name is required'],
    [{ display_name: 'x'.repeat(121) }, 'A name may have at most 120 characters'],
    [{ company_name: 'x'.repeat(121) }, 'A name may have at most 120 characters'],
    [{ company_name: 'www.evil.example' }, 'A name may not contain line breaks, web or email addresses'],
  ])('%j is refused with the field named, flat or under profile', async (change, message) => {
    const [field = ''] = Object.keys(change);
    for (const [path, input] of [
      [field, change],
      [`profile.${field}`, { profile: change }],
    ] as const) {
      const { call, id } = await signedIn(`wrong-${newId()}@example.com`);
      const error: unknown = await call.updateProfile({ id, ...input }).catch((reason: unknown) => reason);
      expect(knownError(error as TRPCError)?.details).toEqual({ fields: { [path]: message } });
    }
  });

  test('changing the e-mail is refused, flat or under profile', async () => {
    const { call, id } = await signedIn('fixed@example.com');
    for (const change of [{ email: 'other@example.com' }, { profile: { email: 'other@example.com' } }]) {
      await expect(call.updateProfile({ id, ...change } as never)).rejects.toThrow(
        'Email address cannot be changed',
      );
    }
    expect(await running.auth.users.byEmail('other@example.com')).toBeUndefined();
  });

  test('a missing session returns 401 and another id 404, both before the body is validated', async () => {
    const { call } = await signedIn('own@example.com');
    const other = await signedIn('someone@example.com');
    const wrong = { display_name: 7 } as never;
    await expect(
      running.browser().call.updateProfile({ id: other.id, ...(wrong as object) }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(call.updateProfile({ id: other.id, ...(wrong as object) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(running.browser().call.userInfo()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
