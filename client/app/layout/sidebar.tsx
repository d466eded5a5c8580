import { PanelLeft, Plus } from 'lucide-react';
import { formatNumber } from '#shared/formats.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { Button, ButtonLink, IconButton } from '#client/ui/controls/button.tsx';
import { cx } from '#client/ui/cx.ts';
import { Meter } from '#client/ui/display/progress.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { Logo, LogoMark } from '#client/ui/logo.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { useComingPath } from '../routing/open-after-frame.ts';
import { paths } from '../routing/paths.ts';
import { useSession } from '../session/use-session.ts';
import { useCredits, useSubscription } from '../use-account.ts';
import { SidebarNav } from './sidebar-nav.tsx';

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
  const coming = useComingPath();
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3.5 pt-0.5 pb-5">
      <StartCampaign collapsed={collapsed} />
      <SidebarNav pathname={coming ?? pathname} collapsed={collapsed} />
      <div className="mt-auto">{collapsed ? <CollapsedMark /> : <CreditsCard />}</div>
    </div>
  );
}

/** The logo, which links to the dashboard. */
export function HomeLink() {
  return (
    <SmartLink href={paths.dashboard} className="rounded-control" aria-label="Hark, to the dashboard">
      <Logo />
    </SmartLink>
  );
}

function CollapsedMark() {
  return (
    <SmartLink href={paths.dashboard} className="mx-auto grid w-fit rounded-control">
      <LogoMark title="Hark, to the dashboard" />
    </SmartLink>
  );
}

/** The link to the wizard. For a user without an active plan it is disabled, with the reason as a tooltip. */
function StartCampaign({ collapsed }: { collapsed: boolean }) {
  const { user } = useSession();
  const { subscribed, pastDue } = useSubscription();
  const width = collapsed ? 'w-full px-0' : 'w-full';
  const label = collapsed ? <span className="sr-only">Start a Campaign</span> : 'Start a Campaign';
  if (user !== null && !subscribed) {
    const text = pastDue ? 'Your last payment failed: update your card' : 'Subscription Required';
    const reason = tooltip(text, { side: collapsed ? 'right' : 'bottom' });
    return (
      <Button disabled icon={Plus} className={width} {...reason}>
        {label}
      </Button>
    );
  }
  const name = tooltip(collapsed ? 'Start a Campaign' : undefined, { side: 'right', named: true });
  return (
    <ButtonLink href={paths.campaign} icon={Plus} className={width} {...name}>
      {label}
    </ButtonLink>
  );
}

/** The available and held credits. The full width of the meter is the plan's monthly credits. */
function CreditsCard() {
  const { balance, held, loading } = useCredits();
  const { plan } = useSubscription();
  const onHold = held > 0 ? `${formatNumber(held)} on hold` : 'Nothing on hold';
  return (
    <section
      aria-label="Credits"
      className="rounded-card border border-line bg-surface px-3.5 pt-3 pb-3.5 shadow-card"
    >
      <p className="flex justify-between text-sm text-ink-2">
        Credits
        {plan !== undefined && <span className="text-ink-3">{plan.title}</span>}
      </p>
      <div className="flex h-8 items-center text-xl font-semibold">
        {loading ? <Skeleton className="h-5 w-20" /> : formatNumber(balance)}
      </div>
      <Meter
        label="Credits"
        available={balance}
        held={held}
        total={plan?.benefits.assignedCredits ?? 0}
        valueText={`${formatNumber(balance)} available, ${onHold}`}
        className="mt-1"
      />
      <p className="mt-2.5 text-sm text-ink-3">{onHold}</p>
    </section>
  );
}
