import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { DialogCard } from './dialog-card.tsx';
import { ExportCard } from './export/export-card.tsx';
import { ProfileLayout } from './layout/profile-layout.tsx';

const DeleteAccountDialog = lazyWithPreload(() => import('./deletion/delete-account-dialog.tsx'));

/** /profile/data: take the data of the account along, or erase it. */
export default function DataPage() {
  return (
    <ProfileLayout title="Your Data" text="Take everything with you, or delete your account.">
      <div className="grid gap-4">
        <ExportCard />
        <DialogCard
          title="Delete Account"
          text="Erases your account and everything in it. This cannot be undone."
          action="Delete Account"
          dialog={DeleteAccountDialog}
        />
      </div>
    </ProfileLayout>
  );
}
