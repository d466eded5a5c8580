import { createTRPCClient } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/app/app-router.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { reauthentication, reauthenticationLink } from './reauthentication.ts';

const ASKS = refusal('Confirm that it is you', { code: 'REAUTHENTICATION_REQUIRED', status: 403 });

/** A client whose calls fail with the errors, one after another. */
function clientOf(...errors: Error[]) {
  const sent = vi.fn();
  const client = createTRPCClient<AppRouter>({
    links: [
      reauthenticationLink(),
      () => () =>
        observable((observer) => {
          observer.error(errors[sent.mock.calls.length] as never);
          sent();
        }),
    ],
  });
  return { sent, answer: client.auth.devices.query().catch((error: unknown) => String(error)) };
}

test('another refusal is passed on at once', async () => {
  const { sent, answer } = clientOf(refusal('Not now'));
  expect(await answer).toContain('Not now');
  expect(sent).toHaveBeenCalledOnce();
});

test('a confirmed call is repeated once, whatever comes of it', async () => {
  const { sent, answer } = clientOf(ASKS, ASKS);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  reauthentication.confirm();
  expect(await answer).toContain('Confirm that it is you');
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a call whose question is closed is not repeated', async () => {
  const { sent, answer } = clientOf(ASKS);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  reauthentication.close();
  expect(await answer).toContain('Error');
  expect(sent).toHaveBeenCalledOnce();
});

test('a closed question says that nothing was changed, and other calls wait with it', async () => {
  const [one, other] = [clientOf(ASKS), clientOf(ASKS)];
  await vi.waitFor(() => expect(one.sent.mock.calls.length + other.sent.mock.calls.length).toBe(2));
  reauthentication.close();
  for (const answer of [await one.answer, await other.answer])
    expect(answer).toContain('Nothing was changed, as you did not confirm that it is you.');
});

test('a call that succeeds is answered, at first or when it is repeated', async () => {
  const answers = [null, { result: { data: 'devices' } }];
  const client = createTRPCClient<AppRouter>({
    links: [
      reauthenticationLink(),
      () => () =>
        observable((observer) => {
          const answer = answers.shift();
          if (answer == null) observer.error(ASKS);
          else {
            observer.next(answer);
            observer.complete();
          }
        }),
    ],
  });
  const answer = client.auth.devices.query();
  await vi.waitFor(() => {
    expect(reauthentication.isNeeded()).toBe(true);
  });
  reauthentication.confirm();
  expect([await answer, reauthentication.isNeeded()]).toEqual(['devices', false]);
});

test('the dialog is told of each change until it is gone', async () => {
  const told = vi.fn();
  const stop = reauthentication.subscribe(told);
  const first = clientOf(ASKS);
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  reauthentication.close();
  expect(told).toHaveBeenCalledTimes(2);
  stop();
  const second = clientOf(ASKS);
  await vi.waitFor(() => {
    expect(reauthentication.isNeeded()).toBe(true);
  });
  reauthentication.close();
  expect(told).toHaveBeenCalledTimes(2);
  await Promise.all([first.answer, second.answer]);
});
