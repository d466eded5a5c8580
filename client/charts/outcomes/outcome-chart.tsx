import { RotateCcw } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { formatNumber } from '#shared/formats.ts';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { shareText } from './share-text.ts';

export interface Outcome {
  /** Unique; what `onSelect` gets. */
  reason: string;
  label: string;
  count: number;
  /** Whether a retry can help. */
  retryable: boolean;
}

interface OutcomeChartProps {
  /** The text alternative: what is counted. */
  label: string;
  /** In the order of the chart, such as the most frequent first. */
  outcomes: readonly Outcome[];
  /** The reason that a list beside the chart is filtered by. */
  selected?: string | undefined;
  onSelect: (reason: string) => void;
}

/** Horizontal bars of calls by reason, one tab stop: the arrow keys move, Enter selects. Striped bars cannot be retried. */
export default function OutcomeChart({ label, outcomes, selected, onSelect }: OutcomeChartProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(0);
  const total = outcomes.reduce((sum, { count }) => sum + count, 0);
  const current = Math.min(focused, outcomes.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepInColumn(event.key, current, outcomes.length);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  if (outcomes.length === 0) return <p className="text-sm text-ink-2">No calls failed.</p>;
  return (
    <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="-mx-2 flex flex-col gap-1">
      {outcomes.map((outcome, index) => (
        <li key={outcome.reason}>
          <OutcomeBar
            {...outcome}
            share={shareText(outcome.count, total)}
            width={outcome.count / Math.max(1, total)}
            isSelected={outcome.reason === selected}
            tabIndex={index === current ? 0 : -1}
            onSelect={() => {
              setFocused(index);
              onSelect(outcome.reason);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

interface OutcomeBarProps extends Outcome {
  share: string;
  /** Its part of all, 0 to 1. */
  width: number;
  isSelected: boolean;
  tabIndex: number;
  onSelect: () => void;
}

function OutcomeBar({
  label,
  count,
  retryable,
  share,
  width,
  isSelected,
  tabIndex,
  onSelect,
}: OutcomeBarProps) {
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-pressed={isSelected}
      onClick={onSelect}
      className="block w-full cursor-pointer rounded-control px-2 py-1.5 text-left text-sm transition-colors hover:bg-ink/6 aria-pressed:bg-accent-soft"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium text-ink">{label}</span>
        <span className="ml-auto flex items-baseline gap-3">
          {retryable && (
            <span className="flex items-center gap-1 text-xs text-ink-2">
              <Icon icon={RotateCcw} size={12} /> Can be retried
            </span>
          )}
          <span className="font-semibold text-ink tabular-nums">{formatNumber(count)}</span>
          <span className="w-11 text-right text-ink-3 tabular-nums">{share}</span>
        </span>
      </span>
      <span aria-hidden className="mt-1 block h-2.5 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx('block h-full rounded-full', retryable ? 'bg-chart-failed' : 'hatched-failed')}
          style={{ width: `${String(Math.max(0.5, width * 100))}%` }}
        />
      </span>
    </button>
  );
}

function stepInColumn(key: string, index: number, count: number): number | undefined {
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: count - 1 }[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}
