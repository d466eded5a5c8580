import { X } from 'lucide-react';
import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Progress } from '#client/ui/display/progress.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Stepper } from '#client/ui/display/stepper.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';
import { cx } from '#client/ui/cx.ts';
import { formatCount } from '#shared/formats.ts';
import { checkMessage } from './wizard-guards.ts';
import type { WizardState } from './wizard-state.ts';
import { isStepDone, STEPS, type StepId } from './wizard-steps.ts';

/** The steps of the indicator: all but the intro. */
const SHOWN = STEPS.slice(1);

interface WizardFrameProps {
  state: WizardState;
  /** The uploaded share of the file while publishing, 0 to 1. */
  share: number;
  /** How many credits the campaign needs beyond the balance. */
  shortfall: number;
  onBack: () => void;
  /** Opens a step that is done. */
  onStep: (step: StepId) => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Preview and cost, beside the step or below it on phones. */
  aside: ReactNode;
  children: ReactNode;
}

/** The frame of every step: close button, step indicator and a sticky footer with the actions. */
export function WizardFrame(props: WizardFrameProps) {
  const { state, share, shortfall, onBack, onStep, onSubmit, onClose, aside, children } = props;
  const form = useFocusOfMissing(state.missingMarked);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const isFramed = state.step !== 'intro' && state.step !== 'success';
  const hasAside = isFramed && state.step !== 'name' && state.upload.status !== 'none';
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-dvh flex-col">
      <header className="flex h-17 shrink-0 items-center justify-between gap-4 px-4 lg:px-8">
        <Logo />
        <IconButton
          label="Close"
          icon={X}
          disabled={state.publishing}
          hint={state.publishing ? busyHint(state) : undefined}
          onClick={onClose}
        />
      </header>
      {state.step !== 'intro' && (
        <nav aria-label="Progress" className="px-4 lg:px-8">
          <Stepper
            steps={SHOWN}
            current={state.step}
            isDone={(id) => isStepDone(id, state)}
            onOpen={isFramed && !state.publishing ? onStep : undefined}
          />
        </nav>
      )}
      <main
        className={cx(
          'mx-auto grid w-full flex-1 content-start gap-x-10 gap-y-8 px-4 pt-8 pb-12',
          isFramed ? 'max-w-270 lg:grid-cols-[minmax(0,1fr)_23.75rem]' : 'max-w-170',
        )}
      >
        <div className="min-w-0">{children}</div>
        {hasAside && <aside className="min-w-0 lg:sticky lg:top-8 lg:self-start">{aside}</aside>}
      </main>
      {isFramed && <WizardFooter state={state} share={share} shortfall={shortfall} onBack={onBack} />}
    </form>
  );
}

/** Returns the ref of a form in which the first field that is wrong gets the focus, each time that `marked` grows. */
function useFocusOfMissing(marked: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (marked === 0) return;
    const control = 'input, textarea, [role="radio"]';
    form.current?.querySelector<HTMLElement>(`[data-invalid] :is(${control})`)?.focus();
  }, [marked]);
  return form;
}

function busyHint({ replaces }: WizardState): string {
  return replaces === null ? 'The campaign is being created' : 'The campaign is being replaced';
}

/** The sticky footer with Back and Continue or Publish. */
function WizardFooter({
  state,
  share,
  shortfall,
  onBack,
}: Pick<WizardFrameProps, 'state' | 'share' | 'shortfall' | 'onBack'>) {
  const isReading = state.upload.status === 'reading';
  const isChecking = state.step === 'review' && checkMessage(state).kind === 'pending';
  return (
    <footer data-foot className="sticky bottom-0 z-20 border-t border-line bg-surface">
      {state.publishing && (
        <Progress
          label="Sending your contacts"
          value={share}
          max={1}
          className="absolute inset-x-0 -top-px h-0.5"
        />
      )}
      <div className="mx-auto flex max-w-270 items-center justify-between gap-3 px-4 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] lg:py-5">
        <Button variant="secondary" size="lg" disabled={state.publishing} onClick={onBack}>
          Back
        </Button>
        {state.step === 'review' ? (
          <Button
            type="submit"
            size="lg"
            busy={state.publishing}
            busyText={state.replaces === null ? 'Creating Campaign...' : 'Replacing Campaign...'}
            disabled={isReading || isChecking || shortfall > 0}
            {...tooltip(shortfall > 0 ? `You are ${formatCount(shortfall, 'credit')} short` : undefined)}
          >
            {state.replaces === null ? 'Publish Campaign' : 'Replace Campaign'}
          </Button>
        ) : (
          <Button type="submit" size="lg" disabled={isReading && state.step === 'upload'}>
            Continue
          </Button>
        )}
      </div>
    </footer>
  );
}

/** The heading of a step. It is focused when the step appears, for keyboard and screen reader users. */
export function StepHeading({ title, text }: { title: string; text?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="mb-6">
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      {text !== undefined && <p className="mt-2 text-base text-ink-2">{text}</p>}
    </header>
  );
}
