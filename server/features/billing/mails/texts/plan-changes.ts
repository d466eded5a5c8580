import type { Plan } from '#shared/plans.ts';
import {
  billingUrl,
  creditsText,
  dayText,
  questions,
  renewalText,
  type MailContent,
  type MailFacts,
  type Renewal,
} from './mail-text.ts';

/** The mail after a plan was cancelled; `renews` is true if it ends after its next renewal. */
export function planCancelled(
  { plan, endsAt, renews = false }: { plan: Plan; endsAt: Date; renews?: boolean },
  facts: MailFacts,
): MailContent {
  const charges = renews ? 'It renews as usual until then' : 'You will not be charged again';
  return {
    subject: `Your ${plan.title} plan is cancelled`,
    paragraphs: [
      `Your ${plan.title} plan is cancelled. It stays active until ${dayText(endsAt)} (UTC). ${charges}.`,
      'Until then everything works as usual. You keep your credits.',
      'Changed your mind? You can keep the plan until that day.',
    ],
    action: { label: 'Keep my plan', url: billingUrl(facts) },
    closing: `If you did not cancel it, write to ${facts.supportEmail}.`,
  };
}

/** The mail after a cancellation was undone. */
export function planResumed(
  { plan, renewal }: { plan: Plan; renewal: Renewal },
  facts: MailFacts,
): MailContent {
  return {
    subject: `Your ${plan.title} plan continues`,
    paragraphs: [`The cancellation of your ${plan.title} plan is undone.`, renewalText(renewal)],
    action: { label: 'See your subscription', url: billingUrl(facts) },
    closing: `If this was not you, write to ${facts.supportEmail}.`,
  };
}

/** Why a plan ended. */
export type PlanEndReason = 'cancelled' | 'unpaid' | 'other';

const WHY: Readonly<Record<PlanEndReason, string>> = {
  cancelled: 'has ended, as you asked. You will not be charged again.',
  unpaid: 'has ended because its renewal was not paid.',
  other: 'has ended. You will not be charged again.',
};

/** The mail after a plan ended. */
export function planEnded(
  { plan, reason }: { plan: Plan; reason: PlanEndReason },
  facts: MailFacts,
): MailContent {
  const { available } = facts.balance;
  const kept =
    available > 0 ? [`Your ${creditsText(available)} are kept and can be used with your next plan.`] : [];
  return {
    subject: `Your ${plan.title} plan has ended`,
    paragraphs: [
      `Your ${plan.title} plan ${WHY[reason]}`,
      ...kept,
      'Your campaigns, voices and analytics stay in your account. To start new campaigns, choose a plan.',
    ],
    action: { label: 'Choose a plan', url: billingUrl(facts) },
    closing: questions(facts),
  };
}
