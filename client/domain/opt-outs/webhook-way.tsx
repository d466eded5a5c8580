import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { CopyButton } from '#client/ui/controls/copy-button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { LoadedWay } from './loaded-way.tsx';
import { OptOutWay } from './opt-out-way.tsx';
import { useNewSecret, useRemoveWebhook } from './use-webhook.ts';
import type { WebhookQuestion } from './webhook-dialogs.tsx';

const WebhookDialogs = lazyWithPreload(() => import('./webhook-dialogs.tsx'));

/** The webhook for the program that answers the number to call back. */
export function WebhookWay() {
  const webhook = trpc.optOuts.webhook.useQuery();
  return (
    <LoadedWay query={webhook}>
      {webhook.data !== undefined && (
        <LoadedWebhook url={webhook.data.url} renewedAt={webhook.data.renewed_at} />
      )}
    </LoadedWay>
  );
}

/** `url` is null where there is none. */
function LoadedWebhook({ url, renewedAt }: { url: string | null; renewedAt: string | null }) {
  const [question, setQuestion] = useState<WebhookQuestion>();
  const [secret, setSecret] = useState<string>();
  const close = () => {
    setQuestion(undefined);
    setSecret(undefined);
  };
  const closeQuestion = () => {
    setQuestion(undefined);
  };
  const newSecret = useNewSecret({ onMade: setSecret, onEnd: closeQuestion });
  const removal = useRemoveWebhook(closeQuestion);
  const make = () => {
    newSecret.mutate();
  };
  return (
    <>
      <OptOutWay
        name="Webhook of the number to call back"
        text={
          <>
            The program that answers this number sends the numbers of people who want no more calls, as the{' '}
            <TextLink href="/docs" target="_blank" rel="noopener">
              API documentation
            </TextLink>{' '}
            describes.
          </>
        }
        actions={
          url === null ? (
            <Button variant="secondary" icon={Plus} busy={newSecret.isPending} onClick={make}>
              Create Webhook
            </Button>
          ) : (
            <WebhookActions url={url} onAsk={setQuestion} />
          )
        }
      >
        {url !== null && <p className="font-medium break-all">{url}</p>}
        {renewedAt !== null && (
          <p className="text-ink-3">
            Secret created <Moment at={renewedAt} />
          </p>
        )}
      </OptOutWay>
      <Suspense>
        {(question !== undefined || secret !== undefined) && (
          <WebhookDialogs
            question={question}
            secret={secret}
            busy={newSecret.isPending || removal.isPending}
            onConfirm={(confirmed) => {
              if (confirmed === 'renew') make();
              else removal.mutate();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function WebhookActions({ url, onAsk }: { url: string; onAsk: (question: WebhookQuestion) => void }) {
  return (
    <>
      <CopyButton text={url} label="Copy Address" />
      <Button
        variant="secondary"
        onClick={() => {
          onAsk('renew');
        }}
      >
        Renew Secret
      </Button>
      <Button
        variant="secondary"
        onClick={() => {
          onAsk('remove');
        }}
      >
        Remove
      </Button>
    </>
  );
}
