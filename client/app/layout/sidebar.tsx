import { PanelLeft } from 'lucide-react';
import { Link } from 'wouter';
import { cx } from '#client/ui/cx.ts';
import { IconButton } from '#client/ui/controls/button.tsx';
import { Logo, LogoMark } from '#client/ui/logo.tsx';
import { paths } from '../routing/paths.ts';
import { CreditsCard } from './credits-card.tsx';
import { SidebarNav } from './sidebar-nav.tsx';
import { StartCampaign } from './start-campaign.tsx';

interface SidebarProps {
  pathname: string;
  collapsed: boolean;
  onToggle: () => void;
}

/** The sidebar of wide screens; when collapsed, it shows icons only. */
export function Sidebar({ pathname, collapsed, onToggle }: SidebarProps) {
  return (
    <aside
      className={cx(
        'hidden shrink-0 border-r border-line bg-sunken transition-[width] lg:block',
        collapsed ? 'w-17' : 'w-62',
      )}
    >
      <div className="sticky top-0 flex h-dvh flex-col">
        <div
          className={cx(
            'flex h-17 items-center',
            collapsed ? 'flex-col justify-center' : 'justify-between pr-2.5 pl-5',
          )}
        >
          {!collapsed && <HomeLink />}
          <IconButton
            label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
            icon={PanelLeft}
            variant="ghost"
            aria-expanded={!collapsed}
            onClick={onToggle}
          />
        </div>
        <SidebarContent pathname={pathname} collapsed={collapsed} />
      </div>
    </aside>
  );
}

/** The content of the sidebar and of the slide-over. */
export function SidebarContent({ pathname, collapsed }: Omit<SidebarProps, 'onToggle'>) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3.5 pt-0.5 pb-5">
      <StartCampaign collapsed={collapsed} />
      <SidebarNav pathname={pathname} collapsed={collapsed} />
      <div className="mt-auto">{collapsed ? <CollapsedMark /> : <CreditsCard />}</div>
    </div>
  );
}

export function HomeLink() {
  return (
    <Link href={paths.dashboard} className="rounded-control" aria-label="Hark, to the dashboard">
      <Logo />
    </Link>
  );
}

function CollapsedMark() {
  return (
    <Link href={paths.dashboard} className="mx-auto grid w-fit rounded-control">
      <LogoMark title="Hark, to the dashboard" />
    </Link>
  );
}
