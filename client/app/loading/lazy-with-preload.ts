import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { afterFrame } from '#client/ui/after-frame.ts';
import { loadCode } from './load-code.ts';
import { watchInput, whenQuiet } from './when-quiet.ts';

const EVENTS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'scroll'];

let hasInteracted = false;
const pending: (() => void)[] = [];

/** Calls `action` after the first pointer, touch, key or scroll event, in a pause of the input. */
export function onFirstInteraction(action: () => void): void {
  if (hasInteracted) whenQuiet(action);
  else pending.push(action);
}

/** Starts to listen for the first interaction. Call once. */
export function watchForFirstInteraction(): void {
  watchInput();
  const abort = new AbortController();
  const onEvent = (event: Event) => {
    if (isPointerAtRest(event)) return;
    hasInteracted = true;
    abort.abort();
    for (const action of pending.splice(0)) whenQuiet(action);
  };
  for (const type of EVENTS)
    window.addEventListener(type, onEvent, { passive: true, capture: true, signal: abort.signal });
}

/** Chromium reports a move of a pointer that rests where the page appears. */
function isPointerAtRest(event: Event): boolean {
  return (
    event.type === 'pointermove' && event instanceof PointerEvent && !event.movementX && !event.movementY
  );
}

type LazyComponent<Props extends object> = LazyExoticComponent<ComponentType<Props>>;
type LoadComponent<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code is loaded when it is first rendered. Render it inside Suspense and an error boundary. */
export function lazyOnDemand<Props extends object>(load: LoadComponent<Props>): LazyComponent<Props> {
  return lazy(() => loadCode(load));
}

/**
 * A component that an action reveals, such as a dialog. Its code is loaded after the frame that answers the action: to
 * request a dozen files takes longer. Render it inside Suspense.
 */
export function lazyOnAction<Props extends object>(load: LoadComponent<Props>): LazyComponent<Props> {
  return lazy(async () => {
    await new Promise<void>(afterFrame);
    return loadCode(load);
  });
}

/**
 * A component that an action reveals, such as a dialog. Its code is preloaded after the first interaction, so that it is
 * ready when needed. Render it inside Suspense.
 */
export function lazyWithPreload<Props extends object>(load: LoadComponent<Props>): LazyComponent<Props> {
  onFirstInteraction(() => {
    // A failed preload is retried on render.
    load().catch(() => undefined);
  });
  return lazyOnAction(load);
}
