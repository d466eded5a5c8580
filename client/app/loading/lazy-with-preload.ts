import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { onFirstInteraction } from './first-interaction.ts';
import { loadCode } from './load-code.ts';

type LazyPart<Props extends object> = LazyExoticComponent<ComponentType<Props>>;
type LoadComponent<Props extends object> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code is loaded when it is first rendered. Render it inside Suspense and an error boundary. */
export function lazyOnDemand<Props extends object>(load: LoadComponent<Props>): LazyPart<Props> {
  return lazy(() => loadCode(load));
}

/**
 * A component that an action reveals, such as a dialog. Its code is preloaded after the first interaction, so that it is
 * ready when needed. Render it inside Suspense.
 */
export function lazyWithPreload<Props extends object>(load: LoadComponent<Props>): LazyPart<Props> {
  onFirstInteraction(() => {
    // A failed preload is retried on render.
    load().catch(() => undefined);
  });
  return lazyOnDemand(load);
}
