import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { ApiKeysCard } from './api-keys/api-keys-card.tsx';
import { ProfileLayout } from './layout/profile-layout.tsx';
import { OptOutWebhookCard } from './webhooks/opt-out-webhook-card.tsx';
import { WebhooksCard } from './webhooks/webhooks-card.tsx';

/** /profile/developers: what connects the user's own programs. */
export default function DevelopersPage() {
  return (
    <ProfileLayout
      title="Developers"
      text={
        <>
          Connect your own programs to Hark. <TextLink href={paths.helpApi}>How it works</TextLink>
        </>
      }
    >
      <div className="grid gap-4">
        <ApiKeysCard />
        <WebhooksCard />
        <OptOutWebhookCard />
      </div>
    </ProfileLayout>
  );
}
