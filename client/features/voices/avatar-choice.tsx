import { RadioGroup } from 'radix-ui';
import { AVATAR_COUNT } from '#shared/voice-rules.ts';
import { useFieldGroup } from '#client/ui/controls/field-control.ts';
import { VoiceAvatar } from '#client/ui/display/voice-avatar.tsx';

const AVATARS = Array.from({ length: AVATAR_COUNT }, (_, avatar) => avatar);

/** Choice of one of the three avatars, for use inside a Field. */
export function AvatarChoice({ value, onChange }: { value: number; onChange: (avatar: number) => void }) {
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
