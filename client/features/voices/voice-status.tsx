import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { VoiceView } from '#shared/schemas/voices.ts';
import { voiceProblem } from '#client/app/use-voice-list.ts';
import { StatusPill, type StatusTone } from '#client/ui/display/status-pill.tsx';
import { Icon } from '#client/ui/icon.tsx';

const PILLS: Record<VoiceView['status'], { tone: StatusTone; text: string }> = {
  ready: { tone: 'delivered', text: 'Active' },
  processing: { tone: 'running', text: 'Processing' },
  failed: { tone: 'failed', text: 'Failed' },
};

/** Whether campaigns can use a voice. A change is announced. */
export function VoicePill({ status }: Pick<VoiceView, 'status'>) {
  const { tone, text } = PILLS[status];
  return (
    <span role="status">
      <StatusPill tone={tone}>{text}</StatusPill>
    </span>
  );
}

/** Why a voice is not ready, and what is wrong with its recording. */
export function VoiceProblems({ voice }: { voice: VoiceView }) {
  const problem = voiceProblem(voice);
  return (
    <>
      {problem !== undefined && (
        <p className={voice.status === 'failed' ? FAILED : WAITING}>
          {voice.status === 'failed' && <Icon icon={CircleAlert} size={16} className="mt-0.5 shrink-0" />}
          {problem}
        </p>
      )}
      {voice.warnings.map((warning) => (
        <p key={warning} className={WARNING}>
          <Icon icon={TriangleAlert} size={16} className="mt-0.5 shrink-0 text-waiting" />
          {warning}
        </p>
      ))}
    </>
  );
}

const LINE = 'mt-2 flex gap-2 text-sm break-words';
const FAILED = `${LINE} text-failed`;
const WAITING = `${LINE} text-ink-3`;
const WARNING = `${LINE} text-ink-2`;
