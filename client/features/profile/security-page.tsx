import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { DialogCard } from './dialog-card.tsx';
import { AccountHistoryCard } from './history/account-history-card.tsx';
import { ProfileLayout } from './layout/profile-layout.tsx';
import { PasskeysCard } from './passkeys/passkeys-card.tsx';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';
import { DevicesCard } from './security/devices-card.tsx';

const ChangeEmailDialog = lazyWithPreload(() => import('./email/change-email-dialog.tsx'));
const ChangePasswordDialog = lazyWithPreload(() => import('./security/change-password-dialog.tsx'));

/** /profile/security: how one signs in, where one is signed in, and what happened to the account. */
export default function SecurityPage() {
  return (
    <ProfileLayout title="Security" text="How you sign in, and where you are signed in.">
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <DialogCard
          id="sign-in-email"
          title="Sign-In Email"
          text="A new address takes effect once you open the link we send to it."
          action="Change Email"
          dialog={ChangeEmailDialog}
        />
        <DialogCard
          title="Password"
          text="Changing it signs you out on all other devices."
          action="Change Password"
          dialog={ChangePasswordDialog}
        />
        <SecondFactorCard />
        <PasskeysCard />
        <DevicesCard />
        <AccountHistoryCard />
      </div>
    </ProfileLayout>
  );
}
