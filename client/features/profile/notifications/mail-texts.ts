import type { OptionalMail } from '#shared/schemas/account/mail-choices.ts';

/** What the optional mails say, in the order of the page. */
export const MAIL_TEXTS: Record<OptionalMail, { title: string; text: string }> = {
  campaign_finished: {
    title: 'A campaign has finished',
    text: 'How many calls were delivered, and what it cost.',
  },
  campaign_paused: {
    title: 'A campaign was paused',
    text: 'Hark paused it, why, and what is still on hold. Not sent when you pause it yourself.',
  },
  card_expiring: {
    title: 'Your card is about to expire',
    text: 'Once for each card that pays for your plan, in the month before.',
  },
};

/** Mails that are always sent. */
export const REQUIRED_MAILS = [
  {
    title: 'Payments',
    text: 'Receipts, refunds, failed payments, and changes of your plan.',
  },
  {
    title: 'Security',
    text: 'New sign-ins, and changes of your email, password, two-step verification, keys and webhooks.',
  },
  {
    title: 'Your account',
    text: 'Links that you asked for, your export, and the deletion of your account.',
  },
];
