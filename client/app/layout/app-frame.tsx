import type { ReactNode } from 'react';
import { SearchButton } from '../search/search-button.tsx';
import { SlideOver } from './slide-over.tsx';
import { UserMenu } from './user-menu.tsx';

interface AppFrameProps {
  sidebar: ReactNode;
  /** The title of the current page, for the header. */
  title: string;
  pathname: string;
  children: ReactNode;
}

/** The frame of every signed-in page: sidebar, header and content. It needs no user yet. */
export function AppFrame({ sidebar, title, pathname, children }: AppFrameProps) {
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      {sidebar}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 bg-page">
          <div className="mx-auto flex h-17 max-w-320 items-center gap-3 px-4 lg:px-9">
            <SlideOver pathname={pathname} />
            <p className="min-w-0 flex-1 truncate text-md font-semibold">{title}</p>
            <SearchButton />
            <UserMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-320 flex-1 px-4 pt-4 pb-16 lg:px-9">
          {children}
        </main>
      </div>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-60 -translate-y-20 rounded-button bg-accent px-4 py-2.5 font-medium text-on-accent focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
