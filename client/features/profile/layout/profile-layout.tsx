import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { PageTabs } from '#client/ui/display/page-tabs.tsx';
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
  const tabs = PAGES.map((page) => ({ ...page, isCurrent: pathname === page.href }));
  return (
    <div className="mt-5 mb-6">
      <PageTabs label="Profile" tabs={tabs} />
    </div>
  );
}
