import { Check } from 'lucide-react';
import type { FirstRun } from '#shared/schemas/account/first-run.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { useSubscription } from '#client/app/use-account.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { firstRunSteps, nextStep, type ShownStep } from './first-run-steps.ts';

/** What a new account does until its first campaign is sent. */
export default function FirstRunCard({ run, hasCampaign }: { run: FirstRun; hasCampaign: boolean }) {
  const { pastDue } = useSubscription();
  const steps = firstRunSteps({ done: run.done, pastDue, hasCampaign });
  const next = nextStep(steps);
  return (
    <Card aria-labelledby="first-run">
      <CardHeader>
        <CardTitle id="first-run">Your first campaign</CardTitle>
        <div className="flex items-center gap-3">
          <span>
            {run.done.length} of {steps.length} done
          </span>
          <CloseButton />
        </div>
      </CardHeader>
      <ol className="grid gap-x-4 gap-y-3 p-5 lg:grid-cols-3">
        {steps.map((step, index) => (
          <Step key={step.step} shown={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

function CloseButton() {
  const { firstRun } = trpc.useUtils();
  const close = trpc.firstRun.close.useMutation({
    onSuccess(closed) {
      firstRun.steps.setData(undefined, closed);
    },
    onError(error) {
      toast.error(errorText(error, 'The list could not be hidden. Please try again.'));
    },
  });
  return (
    <Button
      variant="ghost"
      size="sm"
      disabled={close.isPending}
      onClick={() => {
        close.mutate({});
      }}
    >
      Hide this list
    </Button>
  );
}

function Step({ shown, number, isNext }: { shown: ShownStep; number: number; isNext: boolean }) {
  const { title, text, action, href, done, ready } = shown;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'flex gap-3.5 rounded-card border p-4',
        isNext ? 'border-accent' : 'border-line',
        done && 'bg-sunken',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold',
          done && 'border-accent bg-accent text-on-accent',
          !done && (isNext ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong text-ink-3'),
        )}
      >
        {done ? <Icon icon={Check} size={14} /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start">
        <p className="font-medium">
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-2">{text}</p>
        {!done && ready && (
          <ButtonLink href={href} size="sm" variant={isNext ? 'primary' : 'secondary'} className="mt-3">
            {action}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
