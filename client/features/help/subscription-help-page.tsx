import { paths } from '#client/app/routing/paths.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';
import { PlanTable } from './plan-table.tsx';

/** Help about plans and billing. */
export default function SubscriptionHelpPage() {
  const { links } = useSession();
  return (
    <HelpArticle title="Subscription" text="Plans, monthly billing, changing and cancelling.">
      <TextSection title="Which plans are there?">
        <p>Three. They differ in the credits you get each month and in what a call costs.</p>
        <PlanTable show="prices" />
      </TextSection>
      <TextSection title="How am I billed?">
        <p>
          Monthly, with automatic renewal, by the card you saved. Your credits arrive when the invoice is
          paid.
        </p>
      </TextSection>
      <TextSection title="What happens if a payment fails?">
        <p>
          We tell you by email and try again during the following days. Until the invoice is paid, your plan
          is paused: campaigns that are already paid for go on, new ones have to wait. You can pay at any time
          under <TextLink href={paths.billing}>Subscription</TextLink> or with the link in the email. If the
          last attempt fails, your plan ends; the credits you have are kept.
        </p>
      </TextSection>
      <TextSection title="How do I change my plan?">
        <p>
          Contact support at <TextLink href={`mailto:${links.supportEmail}`}>{links.supportEmail}</TextLink>{' '}
          and tell us which plan you would like.
        </p>
      </TextSection>
      <TextSection title="Do unused credits roll over?">
        <p>Yes. What you do not use in a month stays yours in the next.</p>
      </TextSection>
      <TextSection title="Are there extra fees?">
        <p>
          No. Calls beyond your monthly allowance are charged in credits at the extra-call rate of your plan;
          see <TextLink href={paths.helpCredits}>Credits</TextLink>.
        </p>
      </TextSection>
      <TextSection title="How do I cancel?">
        <p>
          At any time, under <TextLink href={paths.billing}>Subscription</TextLink>. Your plan then ends with
          the period you paid for, and until then you can change your mind. There is no refund; the credits
          you have are kept.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
