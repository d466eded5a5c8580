import { TextSection } from '#client/ui/display/text-section.tsx';
import { LegalPage, SupportAddress } from './legal-document.tsx';

/** The privacy policy. */
export default function PrivacyPage() {
  return (
    <LegalPage title="Privacy policy" updated="November 22, 2026">
      <TextSection title="What this is about">
        <p>
          Hark delivers voicemail campaigns for businesses. This page says which personal data we process for
          that, why, for how long, and what you can ask of us. Data is encrypted in transit, stored securely
          and handled as the GDPR requires.
        </p>
      </TextSection>
      <TextSection title="Data about you, our customer">
        <p>
          Your account: your name, your email, your company and your phone number if you give them, and your
          password, which we store only as a hash.
        </p>
        <p>
          Your use of Hark: when and from which browser and network you sign in, changes of your account, your
          campaigns, your credits and your payments. Card numbers go to our payment provider and never to us.
        </p>
        <p>
          Your voice: the recordings that you upload or make. We use them to speak your messages and for
          nothing else.
        </p>
      </TextSection>
      <TextSection title="Data about the people you contact">
        <p>
          The contact lists that you upload hold names, phone numbers and what else you put in them. We
          process them on your behalf, to call the numbers, to fill in your messages and to show you the
          results. You decide whom to contact, and you need a lawful reason to do so. We do not use your lists
          for ourselves, and we do not sell them.
        </p>
        <p>
          Numbers whose owners ask not to be called are kept on your do-not-call list, so that they are not
          called again.
        </p>
      </TextSection>
      <TextSection title="Who else receives data">
        <p>
          Only providers that we need to run Hark, each for its own task: payments, the delivery of
          voicemails, the synthesis of speech, the delivery of email, and hosting. We give data to authorities
          only where the law obliges us to.
        </p>
      </TextSection>
      <TextSection title="How long we keep it">
        <p>
          Contacts are erased when you delete their campaign, and those of finished campaigns after the time
          set for this installation, if any. Accounts whose email is never confirmed are erased after 30 days.
          Records of payments and credits are kept as long as tax law requires. Everything else is kept while
          you have an account.
        </p>
      </TextSection>
      <TextSection title="Cookies">
        <p>
          We set one cookie that keeps you signed in, and one by which your account recognises your browser,
          so that we can warn you of sign-ins from others. There are no advertising or tracking cookies.
        </p>
      </TextSection>
      <TextSection title="Your rights">
        <p>
          You may see, correct, take with you and erase the data about you, and object to its use. You may
          also complain to your data protection authority. If you were contacted by one of our customers, ask
          that business first; we help where it does not answer.
        </p>
        <p>
          For all of this, write to <SupportAddress />.
        </p>
      </TextSection>
    </LegalPage>
  );
}
