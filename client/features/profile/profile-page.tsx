import { TriangleAlert, ChevronRight, CreditCard, LayoutDashboard, PhoneOff } from 'lucide-react';
import { Redirect } from 'wouter';
import { trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { SmartLink } from '#client/ui/controls/link.tsx';
import { ReloadButton } from '#client/ui/controls/reload-button.tsx';
import { Card, CardBody, CardFooter } from '#client/ui/display/card.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { Icon } from '#client/ui/icon.tsx';
import { ProfileLayout } from './layout/profile-layout.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The cards that were once below the profile, by the fragments of links to them. */
const MOVED: Record<string, string> = {
  '#sign-in-email': paths.signInEmail,
  '#webhooks': paths.webhooks,
};

/** My Profile. */
export default function ProfilePage() {
  const moved = MOVED[window.location.hash];
  if (moved !== undefined) return <Redirect to={moved} replace />;
  return (
    <ProfileLayout title="My Profile" text="Your name and how we reach you.">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {/* As high with an error as with the form. */}
        <Card className="min-h-101">
          <ProfileDetails />
        </Card>
        <ProfileShortcuts />
      </div>
    </ProfileLayout>
  );
}

function ProfileDetails() {
  const { user } = useSession();
  const account = trpc.auth.userInfo.useQuery(undefined, {
    meta: { sessionEndText: 'User not authenticated. Please log in.' },
  });
  if (account.isPending) return <ProfileSkeleton />;
  if (account.data === undefined || user === null) return <ProfileError />;
  return (
    <>
      <ProfileForm uid={user.uid} profile={account.data.profile} />
      {account.isError && (
        <LoadError
          className="border-t border-line py-4"
          text="Failed to load user data."
          busy={account.isFetching}
          onRetry={() => void account.refetch()}
        />
      )}
    </>
  );
}

function ProfileError() {
  return (
    <div role="alert" className="grid min-h-101 content-center">
      <EmptyState
        icon={TriangleAlert}
        title="Error Loading Profile"
        text="Failed to load user data. Please try again."
        action={<ReloadButton />}
      />
    </div>
  );
}

/** As high as the form, so that what follows does not move. */
function ProfileSkeleton() {
  return (
    <SkeletonGroup>
      <CardBody className="flex flex-col gap-4 divide-y divide-line *:not-last:pb-4">
        {['h-16', 'h-22', 'h-16'].map((height, index) => (
          <div key={index}>
            <div className={height}>
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="mt-2.5 h-10" />
            </div>
          </div>
        ))}
      </CardBody>
      <CardFooter>
        <Skeleton className="h-10 w-34" />
      </CardFooter>
    </SkeletonGroup>
  );
}

const SHORTCUTS = [
  { href: paths.dashboard, label: 'Go to Dashboard', icon: LayoutDashboard },
  { href: paths.billing, label: 'Manage Subscription', icon: CreditCard },
  { href: paths.doNotCall, label: 'Do Not Call List', icon: PhoneOff },
];

/** Links from the profile to other pages. */
function ProfileShortcuts() {
  return (
    <Card aria-label="Shortcuts" className="p-1.5">
      <ul>
        {SHORTCUTS.map(({ href, label, icon }) => (
          <li key={href}>
            <SmartLink
              href={href}
              className="flex h-11 items-center gap-3 rounded-button px-3 font-medium transition-colors hover:bg-ink/5"
            >
              <Icon icon={icon} className="text-ink-3" />
              {label}
              <Icon icon={ChevronRight} size={15} className="ml-auto text-ink-3" />
            </SmartLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
