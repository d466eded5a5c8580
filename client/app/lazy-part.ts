import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { onFirstSign } from './first-sign.ts';
import { whenOnline } from './when-online.ts';

/**
 * A part that only an action shows, such as a dialog: its code is not fetched with the page but at the first sign that a
 * person is there, so that it is at hand when the action comes. Render it inside a Suspense boundary.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  onFirstSign(() => {
    // A failed fetch is tried again when the part is rendered.
    load().catch(() => undefined);
  });
  return lazy(() => whenOnline(load));
}
