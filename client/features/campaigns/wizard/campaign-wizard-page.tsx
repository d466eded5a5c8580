import { Redirect } from 'wouter';
import { LoadingScreen } from '#client/app/loading/loading-screen.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { useSubscription } from '#client/app/use-subscription.ts';
import { CampaignWizard } from './campaign-wizard.tsx';

/** The page /campaign: the wizard. Users without a subscription are redirected to /billing. */
export default function CampaignWizardPage() {
  const user = useUser();
  const { subscribed, loading } = useSubscription();
  if (subscribed) return <CampaignWizard key={user.uid} uid={user.uid} />;
  return loading ? <LoadingScreen /> : <Redirect to={paths.billing} replace />;
}
