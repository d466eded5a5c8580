import { cx } from '#client/ui/cx.ts';
import type { Strength } from '#shared/password-strength.ts';

const LEVELS: Record<Strength, { word: string; filled: number; text: string; bar: string }> = {
  tooEasy: { word: 'Too easy', filled: 1, text: 'text-failed', bar: 'bg-failed' },
  fair: { word: 'Fair', filled: 2, text: 'text-waiting', bar: 'bg-waiting' },
  good: { word: 'Good', filled: 3, text: 'text-accent', bar: 'bg-accent' },
  strong: { word: 'Strong', filled: 4, text: 'text-accent', bar: 'bg-accent' },
};

const SEGMENTS = [1, 2, 3, 4];

/** The strength of a password as a bar and a word, which is announced. Without a strength the bar is empty. */
export function StrengthMeter({ strength, hidden }: { strength: Strength | undefined; hidden: boolean }) {
  const level = strength === undefined ? undefined : LEVELS[strength];
  return (
    <div className={cx('flex h-4.5 items-center gap-3', hidden && 'invisible')}>
      <div aria-hidden className="flex flex-1 gap-1">
        {SEGMENTS.map((segment) => (
          <span
            key={segment}
            className={cx(
              'h-1 flex-1 rounded-full transition-colors',
              level !== undefined && segment <= level.filled ? level.bar : 'bg-line',
            )}
          />
        ))}
      </div>
      <p
        aria-live="polite"
        aria-atomic="true"
        className={cx('w-15 text-right text-sm font-medium', level?.text)}
      >
        {level !== undefined && (
          <>
            <span className="sr-only">Password strength: </span>
            {level.word}
          </>
        )}
      </p>
    </div>
  );
}
