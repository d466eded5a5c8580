import { useSession } from '#client/app/session/use-session.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

/** Help about campaigns and the rules for sending. */
export default function CampaignHelpPage() {
  const { links } = useSession();
  return (
    <HelpArticle title="Campaign FAQ" text="What you can send, and the rules that apply.">
      <TextSection title="Which kinds of campaigns are there?">
        <p>Call campaigns only: a voicemail to each contact. Text-message campaigns are not allowed.</p>
      </TextSection>
      <TextSection title="Can I edit a scheduled campaign?">
        <p>
          No, it cannot be edited; only its start can be moved: press Change Time. You can delete it before it
          starts; its credits are released. Then create it anew.
        </p>
        <p>
          Or replace it before it starts: open the campaign and press Replace. The wizard opens with
          everything filled in, and you change what you want. The campaign stays as it is until you press
          Replace Campaign; nobody is called by both versions, and only the difference of credits is put on
          hold or released.
        </p>
      </TextSection>
      <TextSection title="What if I schedule a campaign incorrectly?">
        <p>
          Incorrectly scheduled campaigns may be flagged or blocked. Times are in UTC: please check them
          before you publish.
        </p>
      </TextSection>
      <TextSection title="Which rules must I follow?">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>Call only people who agreed to hear from you, and follow the laws of the places you call.</li>
          <li>Say who you are, and how to stop further messages.</li>
          <li>Respect do-not-call lists and the hours in which calls are allowed.</li>
        </ul>
        <p>Misuse, such as spam, may end the service without refund.</p>
      </TextSection>
      <TextSection title="I need something else">
        <p>
          For custom needs, contact our sales team:{' '}
          <TextLink href={`mailto:${links.salesEmail}`}>{links.salesEmail}</TextLink>.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
