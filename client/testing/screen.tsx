import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { NO_LINKS, SessionContext, type Session } from '#client/app/session/use-session.ts';
import { createQueryClient, trpc } from '#client/app/trpc.ts';
import { keepToastsOf, Toaster } from '#client/ui/overlays/toast.tsx';
import { fakeLink, type Answers, type FakeCall } from './fake-server.ts';
import { turn } from './turn.ts';

const USER = {
  uid: 'u1',
  display_name: 'Ana Lee',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: true,
} as const;

interface ScreenOptions {
  answers?: Answers;
  session?: Partial<Session>;
  /** The path of the page. */
  path?: string;
}

/** Renders what a signed-in user sees, with the server's answers. It is removed at the end of the test. */
export async function renderScreen(
  content: ReactNode,
  { answers = {}, session = {}, path = '/' }: ScreenOptions = {},
) {
  const calls: FakeCall[] = [];
  const unanswered: string[] = [];
  const complaints = vi.spyOn(console, 'error');
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false, staleTime: 30_000 } });
  const client = trpc.createClient({ links: [fakeLink(answers, calls, unanswered)] });
  const location = memoryLocation({ path, record: true });
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const layers = (children: ReactNode) => (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router hook={location.hook} searchHook={location.searchHook}>
          <SessionContext value={{ ...SESSION, ...session }}>
            <Suspense>{children}</Suspense>
          </SessionContext>
          <Toaster />
        </Router>
      </QueryClientProvider>
    </trpc.Provider>
  );
  onTestFinished(async () => {
    await remove(root, host);
    queryClient.clear();
    const said = complaints.mock.calls;
    complaints.mockRestore();
    // React reports markup that is not valid there.
    expect({ unanswered, said }).toEqual({ unanswered: [], said: [] });
  });
  await turn(() => {
    root.render(layers(content));
  });
  const callsOf = (procedure: string) => calls.filter(({ path: called }) => called === procedure);
  return {
    /** The keys under which a procedure was called, oldest first. */
    requestKeys: (procedure: string) => callsOf(procedure).map(({ requestKey }) => requestKey),
    /** The inputs of the calls of a procedure, oldest first. */
    sent: (procedure: string) => callsOf(procedure).map(({ input }) => input),
    /** The paths that were opened, oldest first. */
    opened: () => location.history,
    update: (changed: ReactNode) =>
      turn(() => {
        root.render(layers(changed));
      }),
  };
}

const SESSION: Session = {
  status: 'signedIn',
  user: USER,
  endedUid: null,
  endsAt: null,
  links: NO_LINKS,
  signedIn: () => undefined,
  renewed: () => undefined,
  updateUser: () => undefined,
  signOut: () => Promise.resolve(),
  signingOut: false,
  accountClosed: () => undefined,
  expired: () => undefined,
};

async function remove(root: Root, host: HTMLElement): Promise<void> {
  await turn(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[aria-live][aria-relevant] > *'))
      toast.click();
    keepToastsOf('');
  });
  await turn(() => {
    root.unmount();
  });
  host.remove();
  localStorage.clear();
  sessionStorage.clear();
}

// Otherwise a notification waits for a timer, which a test may have replaced.
notifyManager.setScheduler(queueMicrotask);
// happy-dom has no popovers: what is in one is always shown.
HTMLElement.prototype.showPopover = () => undefined;
HTMLElement.prototype.hidePopover = () => undefined;
