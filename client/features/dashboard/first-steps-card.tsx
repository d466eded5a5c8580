import { Check } from 'lucide-react';
import { trpc } from '#client/app/trpc.ts';
import { useSubscription } from '#client/app/use-account.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { firstSteps, nextStep, type FirstStep } from './first-steps.ts';

/** Onboarding checklist before the first campaign, derived from the account's data. */
export function FirstStepsCard() {
  const { subscribed, pastDue, plan, loading } = useSubscription();
  const { data } = trpc.voices.list.useQuery();
  const steps = firstSteps({
    plan,
    subscribed: loading ? undefined : subscribed,
    pastDue,
    // A voice that failed can be used in no campaign.
    voices: data?.voices.filter(({ status }) => status !== 'failed').length,
  });
  const next = nextStep(steps);
  const done = steps.filter((step) => step.done === true).length;
  return (
    <Card aria-labelledby="first-steps">
      <CardHeader>
        <CardTitle id="first-steps">Your first campaign</CardTitle>
        <span>
          {done} of {steps.length} done
        </span>
      </CardHeader>
      <ol className="grid gap-x-4 gap-y-3 p-5 lg:grid-cols-3">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, number, isNext }: { step: FirstStep; number: number; isNext: boolean }) {
  const { title, text, action, href, done, ready } = step;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'flex gap-3.5 rounded-card border p-4',
        isNext ? 'border-accent' : 'border-line',
        done === true && 'bg-sunken',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold',
          done === true && 'border-accent bg-accent text-on-accent',
          done !== true &&
            (isNext ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong text-ink-3'),
        )}
      >
        {done === true ? <Icon icon={Check} size={14} /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start">
        <p className="font-medium">
          {title}
          {done === true && <span className="sr-only"> (done)</span>}
        </p>
        <p className="mt-0.5 text-sm text-ink-2">{text}</p>
        {done !== true && ready && (
          <ButtonLink href={href} size="sm" variant={isNext ? 'primary' : 'secondary'} className="mt-3">
            {action}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
