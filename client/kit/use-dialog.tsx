import { Suspense, useCallback, useState, type ReactNode } from 'react';

/** The dialogs of a part of a page by name; most are lazy. */
type Dialogs = Record<string, (props: never) => ReactNode>;
/** What a dialog needs besides its end. */
type Asked<Dialog extends Dialogs[string]> = Omit<Parameters<Dialog>[0], 'onClose'>;
/** Nothing, if a dialog needs nothing. */
type Arguments<Props> = Partial<Props> extends Props ? [props?: Props] : [props: Props];

/**
 * Opens one of several dialogs at a time: `ask('rename', { list })`. Render `dialog` beside what asks. A dialog gets what it was
 * asked with, not what has become of that since, and `onClose`.
 */
export function useDialog<Named extends Dialogs>(
  dialogs: Named,
): {
  dialog: ReactNode;
  ask: <Name extends keyof Named>(name: Name, ...props: Arguments<Asked<Named[Name]>>) => void;
} {
  const [asked, setAsked] = useState<{ name: keyof Named; props: object } | null>(null);
  const close = useCallback(() => {
    setAsked(null);
  }, []);
  const ask = useCallback(
    <Name extends keyof Named>(name: Name, ...[props]: Arguments<Asked<Named[Name]>>) => {
      setAsked({ name, props: props ?? {} });
    },
    [],
  );
  const Dialog = asked === null ? undefined : (dialogs[asked.name] as ComponentWithEnd);
  return {
    ask,
    dialog: <Suspense>{Dialog !== undefined && <Dialog {...asked?.props} onClose={close} />}</Suspense>,
  };
}

type ComponentWithEnd = (props: { onClose: () => void }) => ReactNode;
