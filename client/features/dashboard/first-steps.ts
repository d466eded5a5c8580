import { formatNumber } from '#shared/formats.ts';
import type { Plan } from '#shared/plans.ts';
import { paths } from '#client/app/routing/paths.ts';

/** One step on the way to a first campaign. */
export interface FirstStep {
  title: string;
  /** Why it is needed, or what came of it. */
  text: string;
  /** What its button says, and where that leads. */
  action: string;
  href: string;
  /** `undefined` until it is known. */
  done: boolean | undefined;
  /** Whether it can be taken already. */
  ready: boolean;
}

interface Progress {
  /** The user's plan, if that is known and there is one. */
  plan: Plan | undefined;
  subscribed: boolean | undefined;
  /** Whether there is a plan whose last payment failed. */
  pastDue: boolean;
  voices: number | undefined;
}

/** The three steps of somebody without a campaign: a plan, a voice, the campaign. */
export function firstSteps({ plan, subscribed, pastDue, voices }: Progress): FirstStep[] {
  return [
    { ...(pastDue ? UPDATE_CARD : choosePlan(plan)), href: paths.billing, done: subscribed, ready: true },
    {
      title: 'Add your voice',
      text:
        voices === undefined || voices === 0
          ? 'Upload an MP3 file, or record half a minute here.'
          : `${formatNumber(voices)} ${voices === 1 ? 'voice' : 'voices'} in your library.`,
      action: 'Add a voice',
      href: paths.myVoice,
      done: voices === undefined ? undefined : voices > 0,
      ready: true,
    },
    {
      title: 'Send your first campaign',
      text: 'Bring a list of contacts, write the message, pick a date.',
      action: 'Start a Campaign',
      href: paths.campaign,
      done: false,
      ready: subscribed === true && voices !== undefined && voices > 0,
    },
  ];
}

const UPDATE_CARD = {
  title: 'Update your card',
  text: 'Your last payment failed. Your plan is paused until it is paid.',
  action: 'Update card',
};

function choosePlan(plan: Plan | undefined): Pick<FirstStep, 'title' | 'text' | 'action'> {
  const text =
    plan === undefined
      ? 'It brings the credits that calls are paid with.'
      : `${plan.title}: ${formatNumber(plan.benefits.assignedCredits)} credits a month.`;
  return { title: 'Choose a plan', text, action: 'See the plans' };
}

/** The step to take now: the first that is known not to be done, once those before it are. */
export function nextStep(steps: readonly FirstStep[]): FirstStep | undefined {
  const open = steps.find(({ done }) => done !== true);
  return open?.done === false ? open : undefined;
}
