import { Split, X } from 'lucide-react';
import { Button } from '#client/ui/controls/button.tsx';
import { Segments } from '#client/ui/controls/segments.tsx';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';

const PARTS = [
  [1, 'Message 1'],
  [2, 'Message 2'],
] as const;

/** Chooses which of two messages is shown; nothing where there is one, or one of them is scheduled. */
export function MessageChoice({ state: { form, first }, dispatch }: StepProps) {
  if (form.other === null || first !== null) return null;
  return (
    <Segments
      label="Which message"
      options={PARTS}
      value={form.part}
      onChange={(part) => {
        dispatch({ type: 'partShown', part });
      }}
    />
  );
}

/** Chooses which of two messages is shown, one for each half of the list; or offers to write a second one. */
export function TwoMessages({ state, dispatch }: StepProps) {
  const { form, replaces, first } = state;
  // A campaign that is replaced keeps its people, who cannot be divided any more.
  if (replaces !== null) return null;
  if (form.other === null)
    return (
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="sm"
          icon={Split}
          onClick={() => {
            dispatch({ type: 'secondAdded' });
          }}
        >
          Try a second message
        </Button>
        <span className="text-sm text-ink-3">Half of the people hear each, and you compare the results.</span>
      </div>
    );
  // `FirstHalf` says what is scheduled.
  if (first !== null) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <MessageChoice state={state} dispatch={dispatch} />
      <Button
        variant="ghost"
        size="sm"
        icon={X}
        onClick={() => {
          dispatch({ type: 'partShown', part: form.part === 1 ? 2 : 1 });
          dispatch({ type: 'otherRemoved' });
        }}
      >
        {`Remove message ${String(form.part)}`}
      </Button>
      <p className="basis-full text-sm text-ink-3">
        Half of the people hear message 1, and half message 2. Each half is a campaign of its own.
      </p>
    </div>
  );
}
