import { ChevronRight, CreditCard, LayoutDashboard, PhoneOff } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { Card } from '#client/ui/display/card.tsx';
import { Icon } from '#client/ui/icon.tsx';

const SHORTCUTS = [
  { href: paths.dashboard, label: 'Go to Dashboard', icon: LayoutDashboard },
  { href: paths.billing, label: 'Manage Subscription', icon: CreditCard },
  { href: paths.doNotCall, label: 'Do Not Call List', icon: PhoneOff },
];

/** Links from the profile to other pages. */
export function ProfileShortcuts() {
  return (
    <Card aria-label="Shortcuts" className="p-1.5">
      <ul>
        {SHORTCUTS.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex h-11 items-center gap-3 rounded-button px-3 font-medium transition-colors hover:bg-ink/5"
            >
              <Icon icon={icon} className="text-ink-3" />
              {label}
              <Icon icon={ChevronRight} size={15} className="ml-auto text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
