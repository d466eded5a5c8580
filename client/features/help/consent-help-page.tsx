import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

/** Help about why people may be called, and how they stop it. */
export default function ConsentHelpPage() {
  return (
    <HelpArticle title="Consent" text="Why people may be called, and how they stop it.">
      <TextSection title="Why does Hark ask for consent?">
        <p>
          The law wants to know why you may leave a recorded message, and it is you who must show it. So each
          list says on which basis its people agreed, when, and where you have the proof.
        </p>
      </TextSection>
      <TextSection title="Which bases are there?">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>Written consent: they signed or ticked that you may call them with recorded messages.</li>
          <li>Existing customer: they do business with you and agreed to be called.</li>
          <li>Emergency: the message protects their health or safety.</li>
          <li>Another purpose, in your own words.</li>
        </ul>
      </TextSection>
      <TextSection title="Where do I set it?">
        <p>
          With each list that you upload. If all your lists have the same basis, set it once under{' '}
          <TextLink href={paths.profileBusiness}>Business</TextLink>; new lists then begin with it. Lists that
          are added by the API without a basis are refused, unless you have set one.
        </p>
      </TextSection>
      <TextSection title="How do people stop my calls?">
        <p>
          On your stop page, whose address stands under{' '}
          <TextLink href={paths.profileBusiness}>Business</TextLink>, or by calling you back. You can also add
          a number to your <TextLink href={paths.doNotCall}>do-not-call list</TextLink> yourself. From then on
          it is left out of all campaigns, those that are being sent too.
        </p>
      </TextSection>
      <TextSection title="What can I show if somebody complains?">
        <p>
          Each campaign keeps the consent of its lists and the time and hours of every call. You can export
          both from its page.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
