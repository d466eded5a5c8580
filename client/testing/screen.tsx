import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { act, Suspense, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { AppRouter } from '#server/app/app-router.ts';
import type { ErrorCode, ErrorDetails } from '#shared/error-codes.ts';
import { NO_LINKS, SessionContext, type Session } from '#client/app/session/use-session.ts';
import { createQueryClient, trpc } from '#client/app/trpc.ts';
import { keepToastsOf, Toaster } from '#client/ui/overlays/toast.tsx';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** What the server answers to each call that a screen makes; a call without an answer fails the test. */
export type Answers = {
  [R in keyof Outputs]?: {
    [P in keyof Outputs[R]]?: (
      input: P extends keyof Inputs[R] ? Inputs[R][P] : never,
    ) => Outputs[R][P] | Promise<Outputs[R][P]>;
  };
};

/** An answer that does not come before the test gives it. */
export interface Held<T> {
  promise: Promise<T>;
  give: (value: T) => void;
}

/** Returns an answer that the test gives later. */
export function held<T>(): Held<T> {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

interface Refusal {
  code?: ErrorCode;
  /** The HTTP status. */
  status?: number;
  details?: ErrorDetails;
}

/** Returns the error of the server that refuses a call. */
export function refusal(
  message: string,
  { code = 'INVALID_INPUT', status = 400, details = {} }: Refusal = {},
) {
  const data = { code: 'BAD_REQUEST', httpStatus: status, path: '', appCode: code, details };
  return TRPCClientError.from<AppRouter>({ error: { code: -32600, message, data } } as never);
}

/** Returns the error of a call that got no response. */
export function noResponse(): Error {
  return TRPCClientError.from<AppRouter>(new Error('Failed to fetch'));
}

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
  const calls: { path: string; input: unknown }[] = [];
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
  return {
    /** The inputs of the calls of a procedure, oldest first. */
    sent: (procedure: string) => calls.filter((call) => call.path === procedure).map(({ input }) => input),
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
  links: NO_LINKS,
  signedIn: () => undefined,
  updateUser: () => undefined,
  signOut: () => Promise.resolve(),
  signingOut: false,
  accountClosed: () => undefined,
  expired: () => undefined,
};

function fakeLink(
  answers: Answers,
  calls: { path: string; input: unknown }[],
  unanswered: string[],
): TRPCLink<AppRouter> {
  const named = answers as Record<string, Record<string, (input: unknown) => unknown> | undefined>;
  return () =>
    ({ op: { path, input } }) =>
      observable((observer) => {
        calls.push({ path, input });
        const [feature = '', procedure = ''] = path.split('.');
        const answer = named[feature]?.[procedure];
        if (answer === undefined) unanswered.push(path);
        Promise.resolve()
          .then(() => answer?.(input))
          .then(
            (data) => {
              observer.next({ result: { type: 'data', data } });
              observer.complete();
            },
            (error: unknown) => {
              observer.error(error as TRPCClientError<AppRouter>);
            },
          );
      });
}

async function remove(root: Root, host: HTMLElement): Promise<void> {
  await turn(() => {
    for (const toast of document.querySelectorAll<HTMLElement>('[aria-live][aria-relevant] > p'))
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
const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Does something, and lets React and the answers that were given follow. */
export async function turn(action: () => void = () => undefined): Promise<void> {
  // Outside, the timers of components change their state too.
  scope.IS_REACT_ACT_ENVIRONMENT = true;
  await act(async () => {
    action();
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  });
  scope.IS_REACT_ACT_ENVIRONMENT = false;
}

/** Waits until a condition holds, which throws until then. Returns what it returns. */
export async function until<T>(condition: () => T): Promise<T> {
  return vi.waitFor(
    async () => {
      await turn();
      return condition();
    },
    { interval: 5, timeout: 5_000 },
  );
}

/** The text of a page, with one space between elements. */
export function text(of: Element = document.body): string {
  return partsOf(of).replace(/\s+/g, ' ').trim();
}

function partsOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof Element && node.matches('svg, style, script')) return '';
  return ` ${[...node.childNodes].map(partsOf).join('')} `;
}

/** The accessible name of a control. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const by = element.getAttribute('aria-labelledby');
  const owner = by === null ? null : document.getElementById(by);
  return text(owner ?? element);
}

function find(selector: string, name: string, within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)].filter((found) => nameOf(found) === name);
}

function only(found: HTMLElement[], what: string): HTMLElement {
  const [first, ...others] = found;
  if (first === undefined) throw new Error(`There is no ${what} in: ${text()}`);
  if (others.length > 0) throw new Error(`There is more than one ${what}`);
  return first;
}

const BUTTONS = 'button, [role="button"], [role="menuitem"], [role="radio"], a[href]';

/** Returns the button, link, radio card or menu item of that name. */
export function button(name: string): HTMLElement {
  return only(find(BUTTONS, name), `button ${name}`);
}

/** Whether there is such a button. */
export function hasButton(name: string): boolean {
  return find(BUTTONS, name).length > 0;
}

/** Whether a button cannot be used now. */
export function isDisabled(name: string): boolean {
  const found = button(name);
  return found.getAttribute('aria-disabled') === 'true' || found.hasAttribute('disabled');
}

/** Clicks a button as often as given, whatever it says after the first click. */
export async function click(name: string, times = 1): Promise<void> {
  const found = button(name);
  for (let at = 0; at < times; at += 1) {
    await turn(() => {
      found.click();
    });
  }
}

/** Returns the control with that label. */
export function field(label: string): HTMLInputElement {
  const labels = find('label', label).flatMap((found) => {
    const id = found.getAttribute('for');
    const control =
      id === null ? found.querySelector('input, select, textarea') : document.getElementById(id);
    return control === null ? [] : [control as HTMLElement];
  });
  return only([...labels, ...find('input, select, textarea', label)], `field ${label}`) as HTMLInputElement;
}

/** Types or chooses a value in place of the present one. */
export function enter(label: string, value: string): Promise<void> {
  const control = field(label);
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, 'value')?.set;
  return turn(() => {
    setter?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Returns what is said at a field: its hint or its error. */
export function noteOf(label: string): string {
  const id = field(label).getAttribute('aria-describedby');
  return id === null ? '' : text(document.getElementById(id) ?? undefined);
}
