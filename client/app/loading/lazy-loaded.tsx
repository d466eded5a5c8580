import { lazy, useState, type ComponentType } from 'react';

/** The code of a component, which is loaded once. */
export interface Code<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** Returns what `load` has loaded, if it has. */
  loaded: () => { default: ComponentType<Props> } | undefined;
}

/** A component that is rendered at once if its code is there, whereas `React.lazy` alone first shows its fallback. */
export function lazyLoaded<Props extends object>({ load, loaded }: Code<Props>): ComponentType<Props> {
  const Lazy: ComponentType<Props> = lazy(load);
  return function Loaded(props: Props) {
    const [Component] = useState<ComponentType<Props>>(() => loaded()?.default ?? Lazy);
    return <Component {...props} />;
  };
}
