import { X } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import { IconButton } from '#client/ui/controls/icon-button.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Stepper } from '#client/ui/display/stepper.tsx';
import { cx } from '#client/ui/cx.ts';
import { STEP_LABELS, STEPS, type WizardState } from './wizard-state.ts';
import { WizardFooter } from './wizard-foot.tsx';

interface WizardFrameProps {
  state: WizardState;
  /** Which share of the file is sent while publishing. */
  share: number;
  onBack: () => void;
  onSubmit: () => void;
  onClose: () => void;
  /** Preview and cost, beside the step or under it on a phone; null where there is nothing to show yet. */
  aside: ReactNode;
  children: ReactNode;
}

/** What surrounds every step: the way out, the step indicator, and the actions in a foot that stays. */
export function WizardFrame({ state, share, onBack, onSubmit, onClose, aside, children }: WizardFrameProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const isFramed = state.step !== STEPS.intro && state.step !== STEPS.success;
  const hasAside = isFramed && state.step !== STEPS.name && state.upload.status !== 'none';
  return (
    <form onSubmit={submit} noValidate className="flex min-h-dvh flex-col">
      <header className="flex h-17 shrink-0 items-center justify-between gap-4 px-4 lg:px-8">
        <Logo />
        <IconButton
          label="Close"
          icon={X}
          disabled={state.publishing}
          hint={state.publishing ? 'The campaign is being created' : undefined}
          onClick={onClose}
        />
      </header>
      {state.step !== STEPS.intro && (
        <nav aria-label="Progress" className="px-4 lg:px-8">
          <Stepper labels={STEP_LABELS} current={state.step - 1} />
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
      {isFramed && <WizardFooter state={state} share={share} onBack={onBack} />}
    </form>
  );
}
