import { useState, type ReactNode } from 'react';
import { useLive } from '../live/use-live.ts';
import { LogInAgainLayer } from '../session/log-in-again-layer.tsx';
import { AppFrame } from './app-frame.tsx';
import { CallingNotice } from './calling-notice.tsx';
import { PastDueBanner } from './past-due-banner.tsx';
import { Sidebar } from './sidebar.tsx';

/** Also read by client/head.js before the first paint. */
const COLLAPSED_KEY = 'sidebar';

interface AppLayoutProps {
  /** The title of the current page, for the header. */
  title: string;
  pathname: string;
  children: ReactNode;
}

/** The layout of every signed-in page. */
export default function AppLayout({ title, pathname, children }: AppLayoutProps) {
  const [collapsed, toggle] = useCollapsed();
  // Keeps the credits in the sidebar current on every page.
  useLive();
  const sidebar = <Sidebar pathname={pathname} collapsed={collapsed} onToggle={toggle} />;
  return (
    <AppFrame sidebar={sidebar} title={title} pathname={pathname}>
      <LogInAgainLayer />
      <CallingNotice />
      <PastDueBanner pathname={pathname} />
      {children}
    </AppFrame>
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
