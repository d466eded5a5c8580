import { useId } from 'react';
import {
  AudioLines,
  CalendarClock,
  ChartNoAxesColumn,
  FileSpreadsheet,
  PiggyBank,
  UserRound,
} from 'lucide-react';
import { Accordion } from '#client/ui/display/accordion.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { Icon, type IconType } from '#client/ui/icon.tsx';

const QUESTIONS = [
  {
    id: 'credits',
    title: 'What are credits?',
    content:
      'Credits pay for calls. They are put on hold when you create a campaign and deducted for each delivered voicemail; the rest is released.',
  },
  {
    id: 'rollover',
    title: 'What happens to credits I do not use?',
    content: 'They roll over. Each renewal adds the month’s credits to what is left.',
  },
  {
    id: 'extra',
    title: 'What if I make more calls than my plan covers?',
    content:
      'Every call beyond a month’s allowance costs the extra-call rate of your plan. You see the price before you send.',
  },
  {
    id: 'renewal',
    title: 'How am I billed?',
    content: 'Monthly, by card, with automatic renewal. The price includes tax.',
  },
  {
    id: 'change',
    title: 'Can I change my plan?',
    content: 'Yes. Contact our sales team and we will move you to another plan.',
  },
  {
    id: 'cancel',
    title: 'Can I cancel at any time?',
    content:
      'Yes, on this page. Your plan then ends with the period that is paid, without a refund, and you keep your credits.',
  },
];

/** Plan FAQ; one answer is expanded at a time. */
export function PlanQuestions() {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mx-auto w-full max-w-180">
      <h2 id={id} className="text-center text-xl font-semibold">
        Frequently asked questions
      </h2>
      <Card className="mt-6 px-5 py-1">
        <Accordion items={QUESTIONS} />
      </Card>
    </section>
  );
}

const FEATURES: readonly [icon: IconType, title: string, text: string][] = [
  [AudioLines, 'Up to four voices', 'Upload or record the voices for your campaigns.'],
  [UserRound, 'A personal message', 'Placeholders put each contact’s own details into the message.'],
  [FileSpreadsheet, 'Your own contact lists', 'Upload them as CSV; every line is checked first.'],
  [CalendarClock, 'Scheduled campaigns', 'Pick a day, and the campaign starts automatically.'],
  [ChartNoAxesColumn, 'Delivery analytics', 'See what was delivered, what was not and why, call by call.'],
  [PiggyBank, 'Pay for what is delivered', 'Credits for calls that are not delivered are released.'],
];

/** Features included in every plan. */
export function IncludedFeatures() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-center text-xl font-semibold">
        Included in every plan
      </h2>
      <ul className="mt-7 grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(([icon, title, text]) => (
          <li key={title} className="flex gap-3.5">
            <span className="grid size-9 shrink-0 place-items-center rounded-button bg-accent-soft text-accent">
              <Icon icon={icon} />
            </span>
            <div>
              <h3 className="text-md font-semibold">{title}</h3>
              <p className="mt-0.5 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
