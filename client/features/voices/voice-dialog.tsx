import { useState } from 'react';
import { RadioGroup } from 'radix-ui';
import { voiceFields, type VoiceView } from '#shared/schemas/voices.ts';
import { AVATAR_COUNT } from '#shared/voices/voice-rules.ts';
import { trpc } from '#client/app/trpc.ts';
import { Field, useFieldGroup } from '#client/ui/controls/field.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { TextArea, TextInput } from '#client/ui/controls/inputs.tsx';
import { useZodForm } from '#client/kit/mutation-dialog.tsx';
import { FormDialog } from '#client/ui/overlays/form-dialog.tsx';
import { SoundChoice } from '#client/features/voices/recording/sound-choice.tsx';
import type { VoiceSound } from '#client/features/voices/recording/voice-sound.ts';
import { VoiceAvatar } from '#client/ui/display/voice-avatar.tsx';
import { useSaveVoice } from './use-save-voice.ts';

interface VoiceDialogProps {
  /** The voice to edit; undefined for a new one. */
  voice: VoiceView | undefined;
  onClose: () => void;
}

/** "Add a new voice" with a file or a recording, or "Edit Voice". */
export default function VoiceDialog({ voice, onClose }: VoiceDialogProps) {
  const [sound, setSound] = useState<VoiceSound | null>(null);
  const [recording, setRecording] = useState(false);
  const existing = useExistingVoice(voice);
  const form = useZodForm(
    voiceFields,
    { title: '', description: '', avatar: 0 },
    existing.data && { values: existing.data.voice_metadata, resetOptions: { keepDirtyValues: true } },
  );
  const save = useSaveVoice(onClose);
  const takeSound = (next: VoiceSound | null) => {
    setSound(next);
    save.forgetProblem();
  };
  const problem = save.problem ?? (existing.isError ? UNREADABLE : undefined);
  return (
    <FormDialog
      title={voice === undefined ? 'Add a new voice' : 'Edit Voice'}
      className="flex flex-col gap-5"
      submitLabel="Save"
      busyText="Saving..."
      busy={save.saving}
      disabled={recording}
      unsaved={recording || sound !== null}
      onClose={onClose}
      onCancel={save.saving ? save.cancel : onClose}
      onSubmit={() =>
        form.handleSubmit((values) => {
          save.start(
            values,
            voice === undefined ? { kind: 'new', sound } : { kind: 'existing', vid: voice.vid },
          );
        })()
      }
    >
      <Field label="Avatar">
        <AvatarChoice
          value={Number(form.watch('avatar'))}
          onChange={(avatar) => {
            form.setValue('avatar', avatar, { shouldDirty: true });
          }}
        />
      </Field>
      <Field label="Name" error={form.errorOf('title')}>
        <TextInput autoComplete="off" {...form.register('title')} />
      </Field>
      <Field label="Description" error={form.errorOf('description')}>
        <TextArea rows={2} {...form.register('description')} />
      </Field>
      {voice === undefined && (
        <SoundChoice sound={sound} onChange={takeSound} onRecording={setRecording} disabled={save.saving} />
      )}
      {save.progress !== undefined && (
        <Progress label="Uploading the recording" value={save.progress} max={1} />
      )}
      <p role="alert" className="text-sm text-failed empty:hidden">
        {problem}
      </p>
    </FormDialog>
  );
}

const UNREADABLE = 'Failed to load existing voice data. This may be a new voice.';

/** Reads a voice again before it is edited. */
function useExistingVoice(voice: VoiceView | undefined) {
  return trpc.voices.metadata.useQuery(
    { id: voice?.vid ?? '' },
    { enabled: voice !== undefined, ...(voice && { initialData: { voice_metadata: voice } }), staleTime: 0 },
  );
}

const AVATARS = Array.from({ length: AVATAR_COUNT }, (_, avatar) => avatar);

/** Choice of one of the three avatars, for use inside a Field. */
function AvatarChoice({ value, onChange }: { value: number; onChange: (avatar: number) => void }) {
  const group = useFieldGroup();
  return (
    <RadioGroup.Root
      {...group}
      orientation="horizontal"
      className="flex gap-3"
      value={String(value)}
      onValueChange={(next) => {
        onChange(Number(next));
      }}
    >
      {AVATARS.map((avatar) => (
        <RadioGroup.Item
          key={avatar}
          value={String(avatar)}
          aria-label={`Avatar ${String(avatar + 1)}`}
          className="cursor-pointer rounded-full border-2 border-transparent p-0.5 transition-colors hover:border-line-strong data-[state=checked]:border-accent"
        >
          <VoiceAvatar avatar={avatar} className="block" />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
