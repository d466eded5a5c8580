// @vitest-environment happy-dom
import { createTRPCClient } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterAll, expect, test, vi } from 'vitest';
import type { AppRouter } from '#server/app/app-router.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { ReauthenticationLayer } from './reauthentication-layer.tsx';
import { reauthenticationLink } from './reauthentication.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('./reauthenticate-dialog.tsx');
  vi.resetModules();
});
vi.mock('./reauthenticate-dialog.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

const ASKS = refusal('Confirm that it is you', { code: 'REAUTHENTICATION_REQUIRED', status: 403 });

test('a dialog whose code cannot be loaded leaves the page, and ends the call that needs it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await renderScreen(
    <>
      <p>The page</p>
      <ReauthenticationLayer />
    </>,
  );
  // React logs what the boundary catches.
  vi.mocked(console.error).mockImplementation(() => undefined);
  const client = createTRPCClient<AppRouter>({
    links: [
      reauthenticationLink(),
      () => () =>
        observable((observer) => {
          observer.error(ASKS);
        }),
    ],
  });
  const answer = client.auth.devices.query().catch((error: unknown) => String(error));
  // The pauses between the attempts to load it.
  for (const pause of [0, 500, 2_000])
    await turn(() => {
      vi.advanceTimersByTime(pause);
    });
  vi.useRealTimers();
  await vi.waitFor(() => {
    expect(text()).toContain('The page Please reload the page to confirm that it is you.');
  });
  expect(await answer).toContain('Nothing was changed, as you did not confirm that it is you.');
  vi.mocked(console.error).mockClear();
});
