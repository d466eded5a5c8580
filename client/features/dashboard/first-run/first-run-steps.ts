import { FIRST_RUN_STEPS, type FirstRunStep } from '#shared/first-run.ts';
import { paths } from '#client/app/routing/paths.ts';

/** A step as it is shown. */
export interface ShownStep {
  step: FirstRunStep;
  title: string;
  /** Why it is needed. */
  text: string;
  /** The label of the link to where it is done. */
  action: string;
  href: string;
  done: boolean;
  /** Whether it can be done now. */
  ready: boolean;
}

interface Progress {
  done: readonly FirstRunStep[];
  /** Whether the last payment of the plan failed. */
  pastDue: boolean;
  /** Whether there is a campaign that was not sent yet. */
  hasCampaign: boolean;
}

type StepText = Pick<ShownStep, 'title' | 'text' | 'action' | 'href'>;

const TEXTS: Record<FirstRunStep, StepText> = {
  business: {
    title: 'Say who is calling',
    text: 'Your business name and a number to call back. Every message needs both.',
    action: 'Add your business',
    href: paths.profileBusiness,
  },
  voice: {
    title: 'Add your voice',
    text: 'Upload an MP3 file, or record half a minute here.',
    action: 'Add a voice',
    href: paths.myVoice,
  },
  contacts: {
    title: 'Bring your contacts',
    text: 'A CSV file of people who agreed to hear from you.',
    action: 'Upload a list',
    href: paths.contacts,
  },
  plan: {
    title: 'Choose a plan',
    text: 'It includes the credits that pay for your calls.',
    action: 'See the plans',
    href: paths.billing,
  },
  test: {
    title: 'Hear it on your phone',
    text: 'Confirm your own number, and send the message to it first.',
    action: 'Write a message',
    href: paths.campaign,
  },
  send: {
    title: 'Send your first campaign',
    text: 'Choose when to call, check the price, and publish.',
    action: 'Start a Campaign',
    href: paths.campaign,
  },
};

const UPDATE_CARD: StepText = {
  title: 'Update your card',
  text: 'Your last payment failed. Your plan is paused until the payment succeeds.',
  action: 'Update card',
  href: paths.billing,
};

const OPEN_CAMPAIGN: StepText = { ...TEXTS.send, action: 'See your campaign', href: paths.campaigns };

/** What must be done before a step can be. */
const NEEDS: Partial<Record<FirstRunStep, readonly FirstRunStep[]>> = {
  contacts: ['plan'],
  test: ['voice', 'plan'],
  send: ['voice', 'plan'],
};

/** Returns the steps in order. */
export function firstRunSteps(progress: Progress): ShownStep[] {
  const isDone = (step: FirstRunStep) => progress.done.includes(step);
  return FIRST_RUN_STEPS.map((step) => ({
    ...textOf(step, progress),
    step,
    done: isDone(step),
    ready: (NEEDS[step] ?? []).every(isDone),
  }));
}

function textOf(step: FirstRunStep, { pastDue, hasCampaign }: Progress): StepText {
  if (step === 'plan' && pastDue) return UPDATE_CARD;
  if (step === 'send' && hasCampaign) return OPEN_CAMPAIGN;
  return TEXTS[step];
}

/** Returns the first step that is not done and can be. */
export function nextStep(steps: readonly ShownStep[]): ShownStep | undefined {
  return steps.find(({ done, ready }) => !done && ready);
}
