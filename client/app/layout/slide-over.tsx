import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '#client/ui/controls/button.tsx';
import { LoadError } from '#client/ui/display/states.tsx';
import { ErrorBoundary } from '../loading/error-boundary.tsx';
import { lazyWithPreload } from '../loading/lazy-with-preload.ts';

const SlideOverPanel = lazyWithPreload(() => import('./slide-over-panel.tsx'));

/** The sidebar of small screens: a slide-over that closes on navigation. */
export function SlideOver({ pathname }: { pathname: string }) {
  const [openedPathname, setOpenedPathname] = useState<string | null>(null);
  const open = openedPathname === pathname;
  return (
    <>
      <IconButton
        label="Open the menu"
        icon={MenuIcon}
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-ml-2 lg:hidden"
        onClick={() => {
          setOpenedPathname(pathname);
        }}
      />
      <ErrorBoundary fallback={<MenuLoadError />}>
        <Suspense>
          {openedPathname !== null && (
            <SlideOverPanel
              pathname={pathname}
              open={open}
              onClose={() => {
                setOpenedPathname(null);
              }}
            />
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function MenuLoadError() {
  return (
    <LoadError
      text="The menu could not be loaded."
      className="fixed inset-x-4 top-17 z-50 rounded-card border border-line bg-surface p-2 shadow-float lg:hidden"
      onRetry={() => {
        window.location.reload();
      }}
    />
  );
}
