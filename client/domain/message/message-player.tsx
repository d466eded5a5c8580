import { Pause, Play } from 'lucide-react';
import { MAX_VOICEMAIL_SECONDS } from '#shared/limits.ts';
import { formatCount } from '#shared/formats.ts';
import { isTooLong, lengthText, messageLength } from '#shared/messages/message-length.ts';
import type { PreviewView } from '#shared/schemas/previews.ts';
import { PlayPosition } from '#client/domain/sound/play-position.tsx';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { useSpokenMessage, type Speech, type SpokenMessage } from './use-spoken-message.ts';

interface MessagePlayerProps {
  /** The name of the voice. */
  voice: string;
  /** The message cannot be spoken yet. */
  disabled?: boolean;
  /** Requests the message in the voice. Give the component a key of both, so that another message begins anew. */
  begin: () => Promise<PreviewView>;
  /** Told how many seconds the message takes, once it is spoken. */
  onHeard?: (seconds: number) => void;
  /** A length that carriers may cut off is accepted, or said elsewhere. */
  isLengthAccepted?: boolean;
}

/** Plays the message for one contact as the campaign will speak it; it is spoken when it is first played. */
export function MessagePlayer({
  voice,
  disabled = false,
  begin,
  onHeard,
  isLengthAccepted = false,
}: MessagePlayerProps) {
  const message = useSpokenMessage(begin, onHeard);
  const { speech, playing, busy, toggle } = message;
  return (
    <section aria-label="Hear this message" className="flex flex-col gap-3 px-5 pb-5">
      <div className="flex items-center gap-3">
        <IconButton
          label={playing ? 'Pause the message' : 'Hear this message'}
          icon={playing ? Pause : Play}
          variant="primary"
          size="md"
          className="rounded-full"
          busy={busy}
          disabled={disabled}
          onClick={toggle}
        />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">
            {voice}
            {speech.kind === 'ready' && (
              <span className="font-normal text-ink-3"> · {recordedText(speech)}</span>
            )}
          </p>
          <div className="flex h-6 items-center">
            <SpeechState {...message} />
          </div>
        </div>
      </div>
      {speech.kind === 'ready' && isTooLong(speech.seconds) && !isLengthAccepted && (
        <Notice tone="waiting" title={`This message takes ${recordedText(speech)}`}>
          Many carriers cut a voicemail off after {formatCount(MAX_VOICEMAIL_SECONDS, 'second')}. Shorten it,
          so that people hear its end.
        </Notice>
      )}
      {speech.kind === 'failed' && (
        <Notice
          tone="failed"
          action={
            <Button variant="secondary" size="sm" busy={busy} onClick={toggle}>
              Try again
            </Button>
          }
        >
          {speech.reason}
        </Notice>
      )}
      <p role="status" className="sr-only">
        {announcementOf(speech)}
      </p>
    </section>
  );
}

/** The second line: what the button does, the progress, or the position in the recording. */
function SpeechState({ speech, sound }: Pick<SpokenMessage, 'speech' | 'sound'>) {
  if (speech.kind === 'ready')
    return (
      <div className="flex h-9 min-w-0 flex-1">
        <PlayPosition sound={sound} label="Position in the message" waveform={speech.waveform} />
      </div>
    );
  if (speech.kind === 'making') return <Progress label="Speaking the message" />;
  return (
    <p className="truncate text-sm text-ink-3">
      {speech.kind === 'failed' ? 'Not spoken' : 'Hear this message in this voice'}
    </p>
  );
}

function announcementOf(speech: Speech): string {
  if (speech.kind === 'making') return 'The message is being spoken.';
  return speech.kind === 'ready' ? `The message takes ${recordedText(speech)}.` : '';
}

function recordedText({ seconds }: { seconds: number }): string {
  return lengthText(messageLength('', seconds));
}
