import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { cx } from '#client/ui/cx.ts';
import { PageHeader } from '#client/ui/display/page-header.tsx';

const PAGES = [
  { href: paths.profile, label: 'Profile' },
  { href: paths.profileBusiness, label: 'Business' },
  { href: paths.profileSecurity, label: 'Security' },
  { href: paths.profileNotifications, label: 'Notifications' },
  { href: paths.profileDevelopers, label: 'Developers' },
  { href: paths.profileData, label: 'Data' },
];

/** A page of the profile: its heading, the links to the other pages, and its cards. */
export function ProfileLayout({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="max-w-260">
      <PageHeader title={title} text={text} />
      <ProfileNav />
      {children}
    </div>
  );
}

function ProfileNav() {
  const [pathname] = useLocation();
  return (
    <nav aria-label="Profile" className="mt-5 mb-6 border-b border-line">
      <ul className="flex flex-wrap gap-x-5 max-sm:grid max-sm:grid-cols-3">
        {PAGES.map(({ href, label }) => (
          <li key={href}>
            <ProfileLink href={href} label={label} isCurrent={pathname === href} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProfileLink({ href, label, isCurrent }: { href: string; label: string; isCurrent: boolean }) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        '-mb-px flex h-10 items-center border-b-2 font-medium transition-colors pointer-coarse:h-11',
        isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
      )}
    >
      {label}
    </Link>
  );
}
