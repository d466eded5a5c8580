import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

/** Help about when and how often people are called. */
export default function CallingHoursHelpPage() {
  return (
    <HelpArticle title="Calling hours" text="When people are called, and how often.">
      <TextSection title="When are people called?">
        <p>
          Between 9 AM and 8 PM where they are, every day of the week. You can choose other hours and days for
          each campaign, but never earlier than 8 AM or later than 9 PM.
        </p>
        <p>
          Some states allow fewer hours, and none on some days. Hark keeps to the stricter rule by itself.
        </p>
      </TextSection>
      <TextSection title="How does Hark know where somebody is?">
        <p>
          From the State and Zipcode of your list and from the area code of the number. Where these do not
          agree, the person is called only when it is allowed in all of these places.
        </p>
        <p>
          A number that could be anywhere, such as a toll-free one, is called only at hours that every state
          allows.
        </p>
      </TextSection>
      <TextSection title="What happens outside these hours?">
        <p>
          The campaign waits and goes on by itself; its page says when the next calls are made. Nothing is
          charged while it waits.
        </p>
        <p>
          People whom your hours never reach are left out when you publish. Nothing is held or charged for
          them.
        </p>
      </TextSection>
      <TextSection title="How often may one person be called?">
        <p>
          As often as you allow under <TextLink href={paths.profileBusiness}>Business</TextLink>, counted over
          all your campaigns. A few states allow fewer calls a day, which counts too.
        </p>
      </TextSection>
      <TextSection title="Is this legal advice?">
        <p>No. Hark applies the calling rules; what you send, and to whom, is your responsibility.</p>
      </TextSection>
    </HelpArticle>
  );
}
