import { cx } from '#client/ui/cx.ts';

interface Portrait {
  background: string;
  color: string;
  /** The path of the hair in a 40 × 40 view box. */
  hair: string;
}

const PORTRAITS: readonly Portrait[] = [
  {
    background: 'bg-accent-soft',
    color: 'text-accent',
    hair: 'M12 17c0-6 3-9 8-9s8 3 8 9c-2-3-5-4-8-4s-6 1-8 4Z',
  },
  {
    background: 'bg-running-soft',
    color: 'text-running',
    hair: 'M11 25V16c0-5 4-8 9-8s9 3 9 8v9h-3v-8c-4 0-7-1-9-4-1 3-2 4-3 4v8Z',
  },
  {
    background: 'bg-waiting-soft',
    color: 'text-waiting',
    hair: 'M12 16c0-3 2-5 4-5 0-3 5-5 7-2 3 0 5 3 5 7l-2-1c-3 1-6 0-8-2-1 2-3 3-6 3Z',
  },
];

/** One of the three avatars of a voice. Decorative: render the name beside it. */
export function VoiceAvatar({ avatar, className }: { avatar: number; className?: string }) {
  const portrait = PORTRAITS[avatar] ?? PORTRAITS[0];
  if (portrait === undefined) return null;
  return (
    <span
      className={cx(
        'base:inline-block base:size-12 shrink-0 overflow-hidden rounded-full',
        portrait.background,
        className,
      )}
    >
      <svg viewBox="0 0 40 40" className={cx('size-full', portrait.color)} aria-hidden>
        <path d="M6 42c0-9 6-13 14-13s14 4 14 13Z" fill="currentColor" opacity="0.75" />
        <circle cx="20" cy="19" r="7.5" fill="currentColor" opacity="0.32" />
        <path d={portrait.hair} fill="currentColor" />
      </svg>
    </span>
  );
}
