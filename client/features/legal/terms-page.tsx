import { TextSection } from '#client/ui/display/text-section.tsx';
import { LegalPage, SupportAddress } from './legal-document.tsx';

/** The terms of use. */
export default function TermsPage() {
  return (
    <LegalPage title="Terms of use" updated="November 22, 2026">
      <TextSection title="The service">
        <p>
          Hark speaks your message in your voice and delivers it as a voicemail to the contacts that you
          upload. By creating an account you agree to these terms, for yourself or for the business that you
          act for.
        </p>
      </TextSection>
      <TextSection title="Your account">
        <p>
          Give a correct name and email, keep your password and API keys to yourself, and tell us at once if
          somebody else has used them. What is done with your account counts as done by you.
        </p>
      </TextSection>
      <TextSection title="Whom you may contact">
        <p>
          You may only contact people who agreed to it or whom the law allows you to call. You keep to the
          rules on calling hours, on do-not-call lists and on saying who you are, in every place that you
          call.
        </p>
        <p>
          Spam, deception, threats and unlawful content are forbidden. Misuse may end your access without a
          refund.
        </p>
      </TextSection>
      <TextSection title="Voices and content">
        <p>
          You may only use your own voice, or that of somebody who has agreed to it. Your recordings, messages
          and lists stay yours; we may process them as far as the service needs it.
        </p>
      </TextSection>
      <TextSection title="Plans, credits and payment">
        <p>
          Plans are paid monthly in advance and renew until you cancel, which you can do at any time; there is
          no refund for the current month. Each paid month grants the credits of your plan. Unused credits
          roll over and are not paid out.
        </p>
        <p>
          Credits are put on hold when you create a campaign. Delivered voicemails are charged; what was held
          for the others is released. If a payment is refunded or disputed, the credits that it granted are
          removed.
        </p>
      </TextSection>
      <TextSection title="Availability and liability">
        <p>
          We run Hark with care, and cannot promise that every voicemail is delivered: carriers and mailboxes
          are not ours. We are liable for intent and gross negligence, and otherwise only for foreseeable
          damage, up to what you paid in the last twelve months, as far as the law allows.
        </p>
      </TextSection>
      <TextSection title="Ending and changes">
        <p>
          You may stop using Hark at any time. We may end an account with a month of notice, or at once after
          misuse. If these terms change, we tell you by email before the change applies.
        </p>
      </TextSection>
      <TextSection title="Contact">
        <p>
          Questions? Write to <SupportAddress />.
        </p>
      </TextSection>
    </LegalPage>
  );
}
