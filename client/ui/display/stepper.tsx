import { Check } from 'lucide-react';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';

interface StepItem<Id extends string> {
  id: Id;
  label: string;
  /** What the page of the step is called, if its label does not say it. */
  name?: string;
}

interface StepperProps<Id extends string> {
  steps: readonly StepItem<Id>[];
  current: Id;
  isDone: (id: Id) => boolean;
  /** Opens a step that is done; without it they are not links. */
  onOpen?: ((id: Id) => void) | undefined;
}

/** A step indicator. In narrow containers, steps become segments and only the current one is labelled. */
export function Stepper<Id extends string>({ steps, current, isDone, onOpen }: StepperProps<Id>) {
  const at = steps.findIndex(({ id }) => id === current);
  const { label = '', name } = steps[at] ?? {};
  return (
    <div className="@container">
      <p aria-hidden className="mb-2 text-sm font-medium text-ink @4xl:hidden">
        {name === undefined ? label : `${label}: ${name}`}
        <span className="text-ink-3">
          {' · '}
          {at + 1} of {steps.length}
        </span>
      </p>
      <ol className="flex items-center gap-1 @4xl:min-h-11 @4xl:justify-center @4xl:gap-3" aria-label="Steps">
        {steps.map((step, index) => (
          <Step
            key={step.id}
            label={step.label}
            name={index === at ? step.name : undefined}
            index={index}
            isCurrent={index === at}
            done={isDone(step.id)}
            last={index === steps.length - 1}
            onOpen={
              onOpen === undefined || !isDone(step.id)
                ? undefined
                : () => {
                    onOpen(step.id);
                  }
            }
          />
        ))}
      </ol>
    </div>
  );
}

interface StepProps {
  label: string;
  name: string | undefined;
  index: number;
  isCurrent: boolean;
  done: boolean;
  last: boolean;
  onOpen: (() => void) | undefined;
}

function Step({ label, name, index, isCurrent, done, last, onOpen }: StepProps) {
  const parts = (
    <>
      <span
        aria-hidden
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold transition-colors @max-4xl:hidden',
          done && 'border-accent bg-accent text-on-accent',
          isCurrent && 'border-accent bg-accent-soft text-accent',
          !done && !isCurrent && 'border-line-strong text-ink-3',
        )}
      >
        {done ? <Icon icon={Check} size={13} /> : index + 1}
      </span>
      <span className={cx('text-sm @max-4xl:sr-only', isCurrent ? 'font-semibold text-ink' : 'text-ink-3')}>
        {label}
        {name !== undefined && <span className="block text-xs font-normal text-ink-2">{name}</span>}
      </span>
      {done && <span className="sr-only">(done)</span>}
    </>
  );
  return (
    <li aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2 @max-4xl:flex-1">
      {onOpen === undefined ? (
        parts
      ) : (
        <>
          <button
            type="button"
            onClick={onOpen}
            className="hidden cursor-pointer items-center gap-2 rounded-small hover:underline @4xl:flex"
          >
            {parts}
          </button>
          <span className="sr-only @4xl:hidden">{label} (done)</span>
        </>
      )}
      <span
        aria-hidden
        className={cx(
          'h-1 flex-1 rounded-full transition-colors @4xl:h-0.5 @4xl:w-9 @4xl:flex-none',
          done ? 'bg-accent' : 'bg-line-strong',
          isCurrent && '@max-4xl:bg-accent',
          last && '@4xl:hidden',
        )}
      />
    </li>
  );
}
