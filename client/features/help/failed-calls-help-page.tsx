import { callReasonText, type CallReasonKey } from '#shared/call-reasons.ts';
import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

/** What the usual reasons mean. */
const MEANINGS: readonly [CallReasonKey, string][] = [
  ['4000', 'The phone has no voicemail that could be reached. Another time may work.'],
  ['4001', 'The person never set up their mailbox. Another call will hardly reach it.'],
  ['4002', 'The mailbox has no room. Try again in some days, if at all.'],
  ['4004', 'The phone is off, or has no signal.'],
  ['4005', 'Nobody and nothing answered. Another time may work.'],
  ['4006', 'The line was in use. Another time may work.'],
  ['3012', 'There is no such number. Please correct your list.'],
  ['4016', 'The carrier’s own do-not-call list has the number. It is never called again.'],
  ['suppressed', 'The number was put on your do-not-call list after you published.'],
  ['too-often', 'The person was called as often as you or their state allow.'],
  ['no-hours', 'Your hours left no time at which the person may be called.'],
  ['last-day', 'The last day of calling was over before the call could be made.'],
  [
    'no-report',
    'The carrier did not say what became of the call. It is not called again, so that nobody gets two.',
  ],
];

/** Help about calls that were not delivered. */
export default function FailedCallsHelpPage() {
  return (
    <HelpArticle title="Reasons of failure" text="Why a call was not delivered, and what you can do.">
      <TextSection title="What do the reasons mean?">
        <dl className="flex flex-col gap-3">
          {MEANINGS.map(([key, meaning]) => (
            <div key={key}>
              <dt className="font-medium text-ink">{callReasonText(key)}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>Where a reason speaks of the carrier account, it is for us to mend: please contact support.</p>
      </TextSection>
      <TextSection title="Do I pay for failed calls?">
        <p>
          No. What was held for them is released when the campaign is over. See{' '}
          <TextLink href={paths.helpCredits}>Credits</TextLink>.
        </p>
      </TextSection>
      <TextSection title="Can I call again?">
        <p>
          Yes: choose Retry on the page of the campaign once it is over. It makes the failed calls again, all
          of them or those of the reasons you choose, and says the price before.
        </p>
        <p>
          Full mailboxes and those that were never set up are called again only if you choose them. Numbers on
          a do-not-call list, and calls without a report, are never repeated.
        </p>
      </TextSection>
      <TextSection title="Why were contacts left out?">
        <p>
          Before a campaign begins, Hark leaves out numbers on your do-not-call list, people who were called
          too often, and those with no time at which they may be called. They are not failed calls: nothing is
          held for them. The page of the campaign lists them.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
