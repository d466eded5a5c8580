import { ProfileLayout } from './layout/profile-layout.tsx';
import { OptionalMailsCard } from './notifications/optional-mails-card.tsx';
import { RequiredMailsCard } from './notifications/required-mails-card.tsx';

/** /profile/notifications: which mails are sent. */
export default function NotificationsPage() {
  return (
    <ProfileLayout title="Notifications" text="Which emails you get from Hark.">
      <div className="grid gap-4">
        <OptionalMailsCard />
        <RequiredMailsCard />
      </div>
    </ProfileLayout>
  );
}
