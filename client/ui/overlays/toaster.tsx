import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { dismissToast, TOAST_MS, useToasts, type Toast, type ToastType } from './toast.ts';

const STYLES: Record<ToastType, { icon: IconType; look: string }> = {
  success: { icon: CircleCheck, look: 'text-delivered' },
  error: { icon: CircleAlert, look: 'text-failed' },
  info: { icon: Info, look: 'text-running' },
};

/**
 * Where toasts appear; once, at the root of the app. On a wide screen that is the corner, above a foot that stays
 * (`--foot`); on a narrow one under the header, away from the actions of dialogs and of the wizard. Failures interrupt a
 * screen reader, the rest waits for a pause; both regions stand from the start, or the first toast would not be spoken.
 */
export function Toaster() {
  const toasts = useToasts();
  const failures = toasts.filter(({ type }) => type === 'error');
  const others = toasts.filter(({ type }) => type !== 'error');
  return (
    <div className="pointer-events-none fixed inset-x-4 top-19 z-60 mx-auto flex max-w-90 flex-col lg:inset-x-auto lg:top-auto lg:right-5 lg:bottom-[calc(var(--foot,0px)+1.25rem)] lg:w-90">
      <ToastRegion politeness="assertive" toasts={failures} />
      <ToastRegion politeness="polite" toasts={others} />
    </div>
  );
}

function ToastRegion({ politeness, toasts }: { politeness: 'assertive' | 'polite'; toasts: Toast[] }) {
  return (
    <div aria-live={politeness} aria-relevant="additions">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  );
}

/** Stays while the pointer rests on it; a click takes it away. */
function ToastCard({ id, type, text }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(dismissToast, TOAST_MS, id);
    return () => {
      clearTimeout(timer);
    };
  }, [held, id]);
  const { icon, look } = STYLES[type];
  return (
    <p
      className="pointer-events-auto mb-2.5 flex w-full animate-rise cursor-default items-start gap-2.5 rounded-card border border-line-strong bg-surface px-4 py-3.5 text-base font-medium text-ink shadow-float lg:mt-2.5 lg:mb-0"
      onPointerEnter={() => {
        setHeld(true);
      }}
      onPointerLeave={() => {
        setHeld(false);
      }}
      onPointerDown={(event) => {
        // An open dialog would take it for a click outside.
        event.stopPropagation();
      }}
      onClick={() => {
        dismissToast(id);
      }}
    >
      <Icon icon={icon} size={18} className={cx('mt-px', look)} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
