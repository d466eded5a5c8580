import { AudioLines, ChartColumn, CircleHelp, CreditCard, LayoutDashboard, User } from 'lucide-react';
import type { IconType } from '#client/ui/icon.tsx';
import { paths } from '../routing/paths.ts';

export interface NavChild {
  href: string;
  label: string;
}

export interface NavItem extends NavChild {
  icon: IconType;
  children?: readonly NavChild[];
}

/** The entries of the sidebar, in order. */
export const NAV_ITEMS: readonly NavItem[] = [
  { href: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { href: paths.analytics, label: 'Analytics', icon: ChartColumn },
  { href: paths.billing, label: 'Subscription', icon: CreditCard },
  { href: paths.myVoice, label: 'My Voice', icon: AudioLines },
  {
    href: paths.help,
    label: 'Help Center',
    icon: CircleHelp,
    children: [
      { href: paths.helpSubscription, label: 'Subscription help' },
      { href: paths.helpCredits, label: 'Credits help' },
      { href: paths.helpCampaigns, label: 'Campaign FAQ' },
    ],
  },
  { href: paths.profile, label: 'My Profile', icon: User },
];

/** Whether an entry is active on a page: on its own path and on those below it. */
export function isActivePath(href: string, pathname: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
