import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';
import { Icon } from './icon.tsx';
import { TOAST_MS } from './toast.ts';

/** Where toasts appear; once, at the root of the app. */
export function Toaster() {
  return (
    <Sonner
      duration={TOAST_MS}
      position="bottom-right"
      gap={10}
      offset={20}
      mobileOffset={16}
      icons={{
        success: <Icon icon={CircleCheck} size={18} className="text-delivered" />,
        error: <Icon icon={CircleAlert} size={18} className="text-failed" />,
        info: <Icon icon={Info} size={18} className="text-running" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-start font-sans gap-2.5 rounded-card border border-line bg-surface px-4 py-3.5 text-base text-ink shadow-float',
          title: 'font-medium',
          icon: 'mt-px',
        },
      }}
    />
  );
}
