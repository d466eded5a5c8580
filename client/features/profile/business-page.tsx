import { BusinessNameCard } from './business/business-name-card.tsx';
import { StopPageCard } from './business/stop-page-card.tsx';
import { CallingCard } from './calling/calling-card.tsx';
import { ProfileLayout } from './layout/profile-layout.tsx';

/** /profile/business: who calls, and what holds for all calls. */
export default function BusinessPage() {
  return (
    <ProfileLayout title="Business" text="Who your messages come from, and what holds for all your calls.">
      <div className="grid gap-4">
        <BusinessNameCard />
        <CallingCard />
        <StopPageCard />
      </div>
    </ProfileLayout>
  );
}
