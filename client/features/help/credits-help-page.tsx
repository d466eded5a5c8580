import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';
import { PlanTable } from './plan-table.tsx';

/** Help about credits, with the current rates. */
export default function CreditsHelpPage() {
  return (
    <HelpArticle title="Credits" text="What a call costs, and when credits are held or spent.">
      <TextSection title="How do I get credits?">
        <p>Your plan grants them each month, when its invoice is paid.</p>
        <p>
          If you need more, choose Buy Credits on the Subscription page. They cost what those of your plan
          cost, and are added at once.
        </p>
        <p>
          With Automatic purchase on the same page, Hark buys a pack when fewer credits are available than you
          choose, as often in a month as you allow. If a payment fails, it turns off and we email you.
        </p>
      </TextSection>
      <TextSection title="What does a call cost?">
        <p>
          It depends on your plan. Each month begins with an allowance of calls at the plan’s own price;
          further calls are extra calls.
        </p>
        <PlanTable show="rates" />
      </TextSection>
      <TextSection title="When are credits spent?">
        <p>
          When you create a campaign, the credits for all its contacts are put on hold. When it runs, each
          voicemail that was delivered is deducted. What was held for calls that failed is released when the
          campaign is over.
        </p>
        <p>You never pay for a voicemail that was not delivered.</p>
      </TextSection>
      <TextSection title="Do credits expire?">
        <p>No. Unused credits roll over into the next month.</p>
      </TextSection>
      <TextSection title="Are credits refunded?">
        <p>
          Credits are not paid out. When you delete a campaign before it starts, the credits it held are
          available again at once.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
