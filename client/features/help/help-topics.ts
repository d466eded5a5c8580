import { paths } from '#client/app/routing/paths.ts';

/** A section of an article: its heading, and words that people look for and that are not in it. */
type Section = [title: string, words?: string];

/** An article of the Help Center. */
export interface HelpTopic {
  href: string;
  title: string;
  /** What it is about, in one sentence. */
  text: string;
  sections: readonly Section[];
}

/** All articles and their sections, in the order in which they are listed and found. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    href: paths.helpSubscription,
    title: 'Subscription',
    text: 'Plans, monthly billing, changing and cancelling.',
    sections: [
      ['Which plans are there?', 'launch scale dominate price'],
      ['How am I billed?', 'invoice renewal card payment'],
      ['What happens if a payment fails?', 'declined past due card update'],
      ['How do I change my plan?', 'upgrade downgrade'],
      ['Do unused credits roll over?', 'expire month'],
      ['Are there extra fees?', 'extra call rate allowance'],
      ['How do I cancel?', 'end stop refund'],
    ],
  },
  {
    href: paths.helpCredits,
    title: 'Credits',
    text: 'What a call costs, and when credits are held or spent.',
    sections: [
      ['How do I get credits?', 'buy more packs balance'],
      ['What does a call cost?', 'price rate allowance'],
      ['When are credits spent?', 'hold held deducted released charged'],
      ['Do credits expire?', 'roll over'],
      ['Are credits refunded?', 'money back delete'],
    ],
  },
  {
    href: paths.helpCampaigns,
    title: 'Campaigns',
    text: 'What you can send, and the rules that apply.',
    sections: [
      ['Which kinds of campaigns are there?', 'text message sms voicemail call'],
      ['Can I edit a scheduled campaign?', 'change time message delete'],
      ['What if I schedule a campaign incorrectly?', 'wrong time utc'],
      ['Which rules must I follow?', 'law compliance tcpa spam'],
      ['I need something else', 'custom sales contact'],
    ],
  },
  {
    href: paths.helpCallingHours,
    title: 'Calling hours',
    text: 'When people are called, and how often.',
    sections: [
      ['When are people called?', 'time day weekend holiday state law hours'],
      ['How does Hark know where somebody is?', 'time zone zip state area code'],
      ['What happens outside these hours?', 'wait waiting paused next calls'],
      ['How often may one person be called?', 'call limit too often frequency'],
      ['Is this legal advice?', 'lawyer tcpa'],
    ],
  },
  {
    href: paths.helpConsent,
    title: 'Consent',
    text: 'Why people may be called, and how they stop it.',
    sections: [
      ['Why does Hark ask for consent?', 'law tcpa permission opt in'],
      ['Which bases are there?', 'written existing customer emergency'],
      ['Where do I set it?', 'default list api CONSENT_REQUIRED'],
      ['How do people stop my calls?', 'opt out do not call unsubscribe stop page dnc'],
      ['What can I show if somebody complains?', 'evidence proof export complaint'],
    ],
  },
  {
    href: paths.helpFiles,
    title: 'Files of contacts',
    text: 'What a list needs, and what to do about its errors.',
    sections: [
      ['Which files can I upload?', 'csv excel xlsx sample'],
      ['Which columns does a file need?', 'header names placeholder own column mapping'],
      ['Which number is called?', 'phone duplicate RecommendedPhone'],
      ['What if rows have errors?', 'invalid line encoding characters do not call dnc opted out'],
      ['Can I use a list again?', 'save saved reuse'],
    ],
  },
  {
    href: paths.helpFailedCalls,
    title: 'Reasons of failure',
    text: 'Why a call was not delivered, and what you can do.',
    sections: [
      [
        'What do the reasons mean?',
        'no voicemail mailbox full unreachable busy no answer report litigator failed calls',
      ],
      ['Do I pay for failed calls?', 'charged released credits'],
      ['Can I call again?', 'retry repeat'],
      ['Why were contacts left out?', 'skipped missing do not call'],
    ],
  },
  {
    href: paths.helpVoices,
    title: 'Voices',
    text: 'How your own voice speaks each message.',
    sections: [
      ['How does it work?', 'clone ai speech voice'],
      ['What makes a good sample?', 'recording quality noise microphone'],
      ['Which files can I upload?', 'mp3 size record seconds'],
      ['Why is my voice not ready, or failed?', 'processing error'],
      ['Whose voice may I use?', 'permission rights'],
    ],
  },
  {
    href: paths.helpApi,
    title: 'The API',
    text: 'Connect your own programs to Hark.',
    sections: [
      ['What can programs do?', 'rest openapi integrate zapier documentation'],
      ['How do I get a key?', 'api key token bearer scope'],
      ['What if a request is repeated?', 'idempotency key retry'],
      ['How does my program learn what happened?', 'webhook event signature'],
      ['What if I lose a key?', 'revoke leaked'],
    ],
  },
];
