import {
  AudioLines,
  ChartColumn,
  ChevronDown,
  CircleHelp,
  ContactRound,
  CreditCard,
  LayoutDashboard,
  Megaphone,
  User,
} from 'lucide-react';
import { useId, useState } from 'react';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { paths } from '../routing/paths.ts';

interface NavChild {
  href: string;
  label: string;
}

interface NavItem extends NavChild {
  icon: IconType;
  children?: readonly NavChild[];
}

/** The entries of the sidebar, in order. */
const NAV_ITEMS: readonly NavItem[] = [
  { href: paths.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { href: paths.campaigns, label: 'Campaigns', icon: Megaphone },
  { href: paths.analytics, label: 'Analytics', icon: ChartColumn },
  { href: paths.billing, label: 'Subscription', icon: CreditCard },
  { href: paths.myVoice, label: 'My Voice', icon: AudioLines },
  {
    href: paths.contacts,
    label: 'Contacts',
    icon: ContactRound,
    children: [
      { href: paths.contacts, label: 'Lists' },
      { href: paths.doNotCall, label: 'Do Not Call' },
    ],
  },
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

/** Whether an entry, or one of its children, is active on a page. */
function isActiveItem({ href, children = [] }: NavItem, pathname: string): boolean {
  return [href, ...children.map((child) => child.href)].some((path) => isActivePath(path, pathname));
}

interface SidebarNavProps {
  pathname: string;
  /** Shows icons only, with the labels as tooltips. */
  collapsed: boolean;
}

/** The entries of the sidebar. The entry of the current page is highlighted and its children are expanded. */
export function SidebarNav({ pathname, collapsed }: SidebarNavProps) {
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {NAV_ITEMS.map((item) => (
          <li key={item.href}>
            {item.children === undefined || collapsed ? (
              <NavLink item={item} pathname={pathname} collapsed={collapsed} />
            ) : (
              <NavGroup key={String(isActiveItem(item, pathname))} item={item} pathname={pathname} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavLink({ item, pathname, collapsed }: SidebarNavProps & { item: NavItem }) {
  const isActive = isActiveItem(item, pathname);
  // The child with the same path says it, where it is shown.
  const isSaid = !collapsed && item.children?.some(({ href }) => href === item.href);
  return (
    <SmartLink
      href={item.href}
      aria-current={pathname === item.href && isSaid !== true ? 'page' : undefined}
      className={cx(
        'flex h-9.5 min-w-0 flex-1 items-center gap-3 rounded-button border transition-colors pointer-coarse:h-11',
        collapsed ? 'justify-center' : 'px-3',
        isActive
          ? 'border-line bg-surface font-medium text-ink shadow-card'
          : 'border-transparent text-ink-2 hover:bg-ink/5 hover:text-ink',
      )}
      {...tooltip(collapsed ? item.label : undefined, { side: 'right', named: true })}
    >
      <Icon icon={item.icon} />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{item.label}</span>
    </SmartLink>
  );
}

/** An entry with children: the label links to its page, the arrow expands the children. */
function NavGroup({ item, pathname }: { item: NavItem; pathname: string }) {
  const [open, setOpen] = useState(isActiveItem(item, pathname));
  const id = useId();
  return (
    <>
      <div className="relative flex">
        <NavLink item={item} pathname={pathname} collapsed={false} />
        <button
          type="button"
          aria-label={`Pages of ${item.label}`}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open);
          }}
          className="absolute inset-y-0 right-0 grid w-10 cursor-pointer place-items-center rounded-button text-ink-3 transition-colors hover:text-ink pointer-coarse:w-11"
        >
          <Icon icon={ChevronDown} size={15} className={cx('transition-transform', open && 'rotate-180')} />
        </button>
      </div>
      <ul id={id} hidden={!open} className="mt-0.5 ml-5 border-l border-line pl-3">
        {item.children?.map((child) => (
          <li key={child.href}>
            <SmartLink
              href={child.href}
              aria-current={pathname === child.href ? 'page' : undefined}
              className={cx(
                'flex h-8 items-center rounded-control px-2 text-sm transition-colors pointer-coarse:h-11',
                isActivePath(child.href, pathname) ? 'font-medium text-accent' : 'text-ink-2 hover:text-ink',
              )}
            >
              {child.label}
            </SmartLink>
          </li>
        ))}
      </ul>
    </>
  );
}
