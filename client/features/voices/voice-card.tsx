import { EllipsisVertical, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { formatDateTime } from '#shared/formats.ts';
import { DEFAULT_DESCRIPTION } from '#shared/voices/voice-rules.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { Menu, MenuItem } from '#client/ui/overlays/menu.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { VoiceAvatar } from '#client/ui/display/voice-avatar.tsx';
import { PlayPosition } from '#client/domain/sound/play-position.tsx';
import { RetryVoice } from './retry-voice.tsx';
import type { VoicePlayer } from '#client/domain/sound/use-voice-player.ts';
import { VoicePill, VoiceProblems } from './voice-status.tsx';

/** Number of characters of a voice's id that a card shows. */
const SHORT_ID = 8;

interface VoiceCardProps {
  voice: VoiceView;
  player: VoicePlayer;
  onEdit: () => void;
  onDelete: () => void;
}

/** One voice of the library. */
export function VoiceCard({ voice, player, onEdit, onDelete }: VoiceCardProps) {
  const { vid, title, description, avatar, uploaded_on, status } = voice;
  const mine = player.current === vid;
  const playing = mine && player.playing;
  return (
    <Card className="flex flex-col" aria-label={title}>
      <div className="flex flex-1 gap-4 p-5">
        <VoiceAvatar avatar={avatar} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start justify-between gap-2">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <h2 className="min-w-0 text-md font-semibold break-words">{title}</h2>
              <VoicePill status={status} />
            </div>
            <VoiceMenu title={title} onEdit={onEdit} onDelete={onDelete} />
          </div>
          <p className="mt-1 line-clamp-3 text-base break-words text-ink-2">
            {description === '' ? DEFAULT_DESCRIPTION : description}
          </p>
          <VoiceProblems voice={voice} />
          <p className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-3">
            <span>Created: {formatDateTime(uploaded_on)} UTC</span>
            <span>Voice ID: {vid.slice(0, SHORT_ID)}</span>
          </p>
        </div>
      </div>
      <div className="flex h-14 items-center gap-3 border-t border-line bg-sunken px-5">
        <Button
          variant="secondary"
          size="sm"
          icon={playing ? Pause : Play}
          busy={mine && player.loading}
          aria-label={`${playing ? 'Pause' : 'Play'} ${title}`}
          onClick={() => void player.toggle(vid)}
        >
          {playing ? 'Pause' : 'Play'}
        </Button>
        {status === 'failed' && <RetryVoice voice={voice} />}
        {mine && !player.loading && <PlayPosition sound={player.sound} label={`Position in ${title}`} />}
      </div>
    </Card>
  );
}

function VoiceMenu({
  title,
  onEdit,
  onDelete,
}: Pick<VoiceCardProps, 'onEdit' | 'onDelete'> & { title: string }) {
  return (
    <Menu
      trigger={(props) => (
        <IconButton
          label={`More actions for ${title}`}
          icon={EllipsisVertical}
          variant="ghost"
          className="-mt-1.5 -mr-2"
          {...props}
        />
      )}
    >
      <MenuItem icon={Pencil} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={Trash2} danger onSelect={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** Skeleton of a card while the library loads. */
export function VoiceCardSkeleton() {
  return (
    <Card>
      <SkeletonGroup className="flex h-30 gap-4 p-5">
        <Skeleton className="size-12 rounded-full" />
        <div className="flex flex-1 flex-col gap-2.5 pt-1">
          <Skeleton className="w-40" />
          <Skeleton className="w-full" />
          <Skeleton className="w-48" />
        </div>
      </SkeletonGroup>
      <div className="h-14 border-t border-line bg-sunken" />
    </Card>
  );
}
