import { formatCount, formatNumber } from '#shared/formats.ts';
import type { Plan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';

/** One step of the onboarding checklist. */
export interface FirstStep {
  title: string;
  /** Why the step is needed; its result once it is done. */
  text: string;
  /** Button label and link target. */
  action: string;
  href: string;
  /** `undefined` while unknown. */
  done: boolean | undefined;
  /** Whether the step can be started. */
  ready: boolean;
}

interface Progress {
  /** The user's plan; `undefined` if unknown or missing. */
  plan: Plan | undefined;
  subscribed: boolean | undefined;
  /** Whether the last payment of the plan failed. */
  pastDue: boolean;
  voices: number | undefined;
}

/** Returns the three onboarding steps: plan, voice, campaign. */
export function firstSteps({ plan, subscribed, pastDue, voices }: Progress): FirstStep[] {
  return [
    { ...(pastDue ? UPDATE_CARD : choosePlan(plan)), href: paths.billing, done: subscribed, ready: true },
    {
      title: 'Add your voice',
      text:
        voices === undefined || voices === 0
          ? 'Upload an MP3 file, or record half a minute here.'
          : `${formatCount(voices, 'voice')} in your library.`,
      action: 'Add a voice',
      href: paths.myVoice,
      done: voices === undefined ? undefined : voices > 0,
      ready: true,
    },
    {
      title: 'Send your first campaign',
      text: 'Upload your contacts, write the message, pick a date.',
      action: 'Start a Campaign',
      href: paths.campaign,
      done: false,
      ready: subscribed === true && voices !== undefined && voices > 0,
    },
  ];
}

const UPDATE_CARD = {
  title: 'Update your card',
  text: 'Your last payment failed. Your plan is paused until the payment succeeds.',
  action: 'Update card',
};

function choosePlan(plan: Plan | undefined): Pick<FirstStep, 'title' | 'text' | 'action'> {
  const text =
    plan === undefined
      ? 'It includes the credits that pay for your calls.'
      : `${plan.title}: ${formatNumber(plan.benefits.assignedCredits)} credits a month.`;
  return { title: 'Choose a plan', text, action: 'See the plans' };
}

/** Returns the next step: the first one that is not done, once all before it are known. */
export function nextStep(steps: readonly FirstStep[]): FirstStep | undefined {
  const open = steps.find(({ done }) => done !== true);
  return open?.done === false ? open : undefined;
}
