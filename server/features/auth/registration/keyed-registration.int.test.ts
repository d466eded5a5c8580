import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD, registration, startAuth } from '#server/features/auth/auth-harness.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';

/** Registering with an `Idempotency-Key`: the browser may have missed the first response. */
const MISMATCH = { code: 'UNPROCESSABLE_CONTENT' };

describe('without verification', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth();
  });
  afterAll(() => running.stop());

  test('the same key and body return the same account and sign the browser in', async () => {
    const input = registration('twice@example.com');
    const { user_data } = await running.browser('k').call.register(input);
    const again = running.browser('k');
    expect((await again.call.register(input)).user_data?.uid).toBe(user_data?.uid);
    expect(again.browser.user?.uid).toBe(user_data?.uid);
    await expect(running.browser().call.register(input)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await running.mails()).toHaveLength(1);
  });

  test('another body or password is refused, and the same key of another address is free', async () => {
    const input = registration('keyed@example.com');
    await running.browser('k').call.register(input);
    for (const part of [{ display_name: 'Other' }, { password: 'another horse' }, { role: 'admin' }]) {
      const other = running.browser('k');
      await expect(other.call.register({ ...input, ...part })).rejects.toMatchObject(MISMATCH);
      expect(other.browser.user).toBeNull();
    }
    await expect(
      running.browser('k').call.register(registration('another@example.com')),
    ).resolves.toMatchObject({ user_data: { email: 'another@example.com' } });
  });

  test('passwords are tried under a key no more often than at the sign-in', async () => {
    const input = registration('guessed@example.com');
    await running.browser('k').call.register(input);
    const guess = (n: number) =>
      running.browser('k').call.register({ ...input, password: `a wrong guess ${String(n)}` });
    for (let n = 0; n < 10; n += 1) await expect(guess(n)).rejects.toMatchObject(MISMATCH);
    await expect(guess(10)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('neither the password nor the address is stored with the key', async () => {
    await running.browser('k').call.register(registration('stored@example.com'));
    const stored = JSON.stringify(await running.connection.collection('request_keys').find().toArray());
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain('stored@example.com');
  });

  test('interrupted before its response, a retry with the same key finds the account', async () => {
    const input = registration('lost@example.com');
    const dead = deferred();
    const record = vi.spyOn(running.events, 'record').mockImplementationOnce(() => {
      dead.resolve();
      return new Promise(() => undefined);
    });
    void running.browser('k').call.register(input);
    await dead.promise;
    record.mockRestore();
    const user = await running.auth.users.byEmail(input.email);
    expect((await running.browser('k').call.register(input)).user_data?.uid).toBe(user?.uid);
  });
});

describe('with verification', () => {
  let running: Awaited<ReturnType<typeof startAuth>>;
  beforeAll(async () => {
    running = await startAuth({ requireEmailVerification: true });
  });
  afterAll(() => running.stop());

  test('the repeated response is the same and signs nobody in; one mail is sent', async () => {
    const input = registration('verify@example.com');
    const first = await running.browser('k').call.register(input);
    expect(first.user_id).toEqual(expect.any(String));
    const again = running.browser('k');
    expect(await again.call.register(input)).toEqual(first);
    expect(again.browser.user).toBeNull();
    expect(await running.mails()).toHaveLength(1);
  });
});
