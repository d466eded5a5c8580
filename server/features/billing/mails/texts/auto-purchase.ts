import type { AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';
import { billingUrl, creditsText, questions, type MailContent, type MailFacts } from './mail-text.ts';

/** The mail when an automatic purchase of credits was turned off by itself: why, and what to do. */
export function autoPurchaseStopped(reason: AutoPurchaseStop, facts: MailFacts): MailContent {
  const { available } = facts.balance;
  return {
    subject: 'Automatic purchase of credits is off',
    paragraphs: [
      `${WHY[reason]} We turned automatic purchase off and will not try again on our own.`,
      `You have ${available === 0 ? 'no credits' : creditsText(available)} now. ${ADVICE[reason]}`,
    ],
    action: { label: 'Open Subscription', url: billingUrl(facts) },
    closing: questions(facts),
  };
}

const WHY: Readonly<Record<AutoPurchaseStop, string>> = {
  declined: 'Your card was declined when we tried to buy credits for you.',
  authentication: 'Your bank asked you to confirm an automatic purchase of credits, so it was not paid.',
  card_removed: 'The card that paid for your automatic purchases is no longer saved.',
  plan_ends: 'Credits are bought automatically only while your plan renews, and it was cancelled.',
  disputed: 'One of your payments is disputed.',
  refunded: 'One of your payments was refunded.',
  pack_ended: 'The pack of credits that you chose is no longer sold.',
  restored: 'Hark was restored from a backup.',
  failed: 'A purchase of credits could not be completed.',
};

const ADVICE: Readonly<Record<AutoPurchaseStop, string>> = {
  declined: 'Choose another card or ask your bank, then turn it on again.',
  authentication:
    'Buy credits yourself and confirm the payment, or choose a card that needs no confirmation, then turn it on again.',
  card_removed: 'Choose another card to turn it on again.',
  plan_ends: 'Keep or renew your plan to turn it on again.',
  disputed: 'You can still buy credits yourself. Write to us once the dispute is settled.',
  refunded: 'Turn it on again if you still want it.',
  pack_ended: 'Choose another pack to turn it on again.',
  restored: 'Check its settings and turn it on again.',
  failed: 'Please try to buy credits yourself, then turn it on again.',
};
