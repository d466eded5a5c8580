import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { onFirstInteraction } from './first-interaction.ts';
import { loadCode } from './load-code.ts';

type LazyPart<Props extends object> = LazyExoticComponent<ComponentType<Props>>;
type LoadComponent<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A part of a page whose code comes after the page's own. Render it inside a Suspense and an error boundary. */
export function lazyOnDemand<Props extends object>(load: LoadComponent<Props>): LazyPart<Props> {
  return lazy(() => loadCode(load));
}

/**
 * A part that only an action shows, such as a dialog: its code is not fetched with the page but at the first sign that a
 * person is there, so that it is at hand when the action comes. Render it inside a Suspense boundary.
 */
export function lazyWithPreload<Props extends object>(load: LoadComponent<Props>): LazyPart<Props> {
  onFirstInteraction(() => {
    // A failed fetch is tried again when the part is rendered.
    load().catch(() => undefined);
  });
  return lazyOnDemand(load);
}
