import { Mic, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_VOICES } from '#shared/voices/voice-rules.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { useVoiceList } from '#client/app/use-voice-list.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { VoiceCard, VoiceCardSkeleton } from './voice-card.tsx';
import { useVoicePlayer } from '#client/domain/sound/use-voice-player.ts';

const VoiceDialog = lazyWithPreload(() => import('./voice-dialog.tsx'));
const DeleteVoiceDialog = lazyWithPreload(() => import('./delete-voice-dialog.tsx'));

const DIALOGS = { save: VoiceDialog, delete: DeleteVoiceDialog };

/** My Voice Library. */
export default function MyVoicePage() {
  const { dialog, ask } = useDialog(DIALOGS);
  const { data, isPending, isError, isFetching, refetch } = useVoiceList();
  const player = useVoicePlayer();
  const add = data !== undefined && data.remaining > 0 && (
    <Button
      icon={Plus}
      onClick={() => {
        ask('save', { voice: undefined });
      }}
    >
      Add New Voice Sample
    </Button>
  );
  const hasVoices = data !== undefined && data.voices.length > 0;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="My Voice Library"
        text={
          <>
            {data !== undefined && `${String(data.remaining)} of ${String(MAX_VOICES)} uploads remaining · `}
            <TextLink href={paths.helpVoices}>What makes a good sample</TextLink>
          </>
        }
        actions={hasVoices && add}
      />
      {isPending && (
        <Grid>
          {[0, 1].map((key) => (
            <VoiceCardSkeleton key={key} />
          ))}
        </Grid>
      )}
      {hasVoices && (
        <Grid>
          {data.voices.map((voice) => (
            <VoiceCard
              key={voice.vid}
              voice={voice}
              player={player}
              onEdit={() => {
                ask('save', { voice });
              }}
              onDelete={() => {
                ask('delete', { voice, onDeleted: player.stop });
              }}
            />
          ))}
        </Grid>
      )}
      {!isPending && !hasVoices && (
        <Card>
          <EmptyState
            icon={Mic}
            title="No voice samples yet"
            text="Upload or record your voice once and use it in every campaign."
            action={add}
          />
          {isError && <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />}
        </Card>
      )}
      {dialog}
    </div>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">{children}</div>;
}
