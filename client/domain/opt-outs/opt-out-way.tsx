import type { ReactNode } from 'react';

interface OptOutWayProps {
  name: string;
  text: ReactNode;
  actions: ReactNode;
  /** Its address. */
  children?: ReactNode;
}

/** One way in which people stop voicemails. */
export function OptOutWay({ name, text, actions, children }: OptOutWayProps) {
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-medium">{name}</h3>
        <p className="text-sm text-ink-2">{text}</p>
        {children !== undefined && <div className="mt-1.5 text-sm">{children}</div>}
      </div>
      <div className="flex flex-wrap gap-2.5">{actions}</div>
    </li>
  );
}
