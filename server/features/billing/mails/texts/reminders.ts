import { formatNumber } from '#shared/formats.ts';
import type { Plan } from '#shared/plans.ts';
import type { SavedCard } from '#server/providers/payments/port.ts';
import { cardName } from '#server/features/billing/present-billing.ts';
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

/** The mail about a card that pays for a plan and expires soon. */
export function cardExpiring(
  { card, plan, renewal }: { card: SavedCard; plan: Plan; renewal: Renewal },
  facts: MailFacts,
): MailContent {
  const name = cardName(card);
  const month = MONTH.format(new Date(Date.UTC(card.expYear, card.expMonth - 1)));
  return {
    subject: `Your ${name} expires at the end of ${month}`,
    paragraphs: [
      `Your ${name} pays for your ${plan.title} plan. It expires at the end of ${month}.`,
      `${renewalText(renewal)} If you have a new card, please add it, so that your plan goes on without a break.`,
    ],
    action: { label: 'Update card', url: billingUrl(facts) },
    closing: questions(facts),
  };
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The mail when the available credits have fallen below the threshold that the user chose. */
export function creditsLow(
  { available, threshold, canBuy, nextCreditsAt }: LowCredits,
  facts: MailFacts,
): MailContent {
  return {
    subject: available === 0 ? 'You have no credits left' : `You have ${creditsText(available)} left`,
    paragraphs: [
      `Your credits have fallen below ${formatNumber(threshold)}, the number you asked to be reminded at. You have ${available === 0 ? 'none' : creditsText(available)} left.`,
      more({ canBuy, nextCreditsAt }),
    ],
    action: { label: canBuy ? 'Buy credits' : 'Choose a plan', url: billingUrl(facts) },
    closing:
      'We remind you again after your credits have risen above that number. You can change or turn off the reminder on the Subscription page.',
  };
}

function more({ canBuy, nextCreditsAt }: Pick<LowCredits, 'canBuy' | 'nextCreditsAt'>): string {
  if (!canBuy) return 'For more credits, choose a plan on the Subscription page.';
  const buy = 'buy credits on the Subscription page.';
  return nextCreditsAt === undefined
    ? `For more, ${buy}`
    : `New credits arrive with the renewal on ${dayText(nextCreditsAt)} (UTC). If you need more before that, ${buy}`;
}

/** Credits below a user's threshold, whether the user has a plan beside which credits can be bought, and when it brings more. */
export interface LowCredits {
  available: number;
  threshold: number;
  canBuy: boolean;
  nextCreditsAt: Date | undefined;
}
