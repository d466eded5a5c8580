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
