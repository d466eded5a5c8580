import { useId } from 'react';
import { Accordion } from '#client/ui/display/accordion.tsx';
import { Card } from '#client/ui/display/card.tsx';

const QUESTIONS = [
  {
    id: 'credits',
    title: 'What are credits?',
    content:
      'Credits pay for calls. They are put on hold when you create a campaign and deducted for each voicemail that is delivered; what the others held is released.',
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
