import { useState, type ReactNode } from 'react';
import { useLive } from '../live/use-live.ts';
import { SearchButton } from '../search/search-button.tsx';
import { CallingNotice } from './calling-notice.tsx';
import { PastDueBanner } from './past-due-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { SlideOver } from './slide-over.tsx';
import { UserMenu } from './user-menu.tsx';

const COLLAPSED_KEY = 'sidebar';

interface AppLayoutProps {
  /** The title of the current page, for the header. */
  title: string;
  pathname: string;
  children: ReactNode;
}

/** The layout of every signed-in page: sidebar, header and content. */
export default function AppLayout({ title, pathname, children }: AppLayoutProps) {
  const [collapsed, toggle] = useCollapsed();
  // Keeps the credits in the sidebar current on every page.
  useLive();
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar pathname={pathname} collapsed={collapsed} onToggle={toggle} />
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
          <CallingNotice />
          <PastDueBanner pathname={pathname} />
          {children}
        </main>
      </div>
    </div>
  );
}

/** Whether the sidebar is collapsed, stored on this device, and a function that toggles it. */
function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(COLLAPSED_KEY) === 'collapsed');
  const toggle = () => {
    localStorage.setItem(COLLAPSED_KEY, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
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
