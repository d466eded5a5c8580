import { useState } from 'react';

const KEY = 'sidebar';

/** Whether the sidebar is collapsed, as last chosen on this device, and how to change it. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(KEY) === 'collapsed');
  const toggle = () => {
    localStorage.setItem(KEY, collapsed ? 'expanded' : 'collapsed');
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
