import { Webhook } from 'lucide-react';
import type { WebhookView } from '#shared/schemas/webhooks.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { endpointPill } from '#client/features/profile/webhooks/webhook-text.ts';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

/** The webhooks, beside the devices: whoever had access to the account may have added one, which no sign-out ends. */
export function WebhooksThatStay() {
  const { data } = trpc.webhooks.list.useQuery();
  if (data === undefined || data.webhooks.length === 0) return null;
  return (
    <section aria-labelledby="webhooks-that-stay" className="border-t border-line">
      <div className="px-5 pt-4 pb-3.5">
        <h3 id="webhooks-that-stay" className="font-medium">
          Webhooks stay on
        </h3>
        <p className="text-ink-2">
          Signing out or changing your password does not stop them. Delete any you don’t recognize under{' '}
          <TextLink href={paths.webhooks}>Developers</TextLink>.
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {data.webhooks.map((webhook) => (
          <WebhookLine key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </section>
  );
}

function WebhookLine({ webhook }: { webhook: WebhookView }) {
  const { url, description, created_at } = webhook;
  const { tone, label } = endpointPill(webhook);
  return (
    <li className="flex items-start gap-x-4 px-5 py-3.5">
      <Icon icon={Webhook} className="mt-0.5 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">
            {description === '' ? new URL(url).host : description}
          </span>
          <StatusPill tone={tone}>{label}</StatusPill>
        </p>
        <p className="text-sm wrap-anywhere text-ink-3">
          {description !== '' && `${new URL(url).host} · `}Added <Moment at={created_at} />
        </p>
      </div>
    </li>
  );
}
