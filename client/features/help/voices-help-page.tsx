import { MAX_VOICE_BYTES, MAX_VOICES } from '#shared/voices/voice-rules.ts';
import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

const MAX_MB = Math.floor(MAX_VOICE_BYTES / 1024 / 1024);

/** Help about voices. */
export default function VoicesHelpPage() {
  return (
    <HelpArticle title="Voices" text="How your own voice speaks each message.">
      <TextSection title="How does it work?">
        <p>
          Hark learns your voice from a short sample and speaks every message with it, with the name of the
          person and whatever else your message says. You can keep up to {MAX_VOICES} voices under{' '}
          <TextLink href={paths.myVoice}>My Voice</TextLink>.
        </p>
      </TextSection>
      <TextSection title="What makes a good sample?">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>Half a minute of one person who speaks as they would on the phone.</li>
          <li>A quiet room, without music, echo or other voices.</li>
          <li>An even distance to the microphone; no shouting, no whispering.</li>
        </ul>
        <p>
          Hark says what it finds wrong with a sample. You can listen to it and cut it before you save it.
        </p>
      </TextSection>
      <TextSection title="Which files can I upload?">
        <p>
          MP3 of at most {MAX_MB} MB. Or record yourself in the browser: the recording stops after 30 seconds,
          and Hark shows a text to read.
        </p>
      </TextSection>
      <TextSection title="Why is my voice not ready, or failed?">
        <p>
          A new voice is prepared at our speech provider, mostly within a minute. If that fails, the card of
          the voice says why, and you can try again or upload another sample.
        </p>
      </TextSection>
      <TextSection title="Whose voice may I use?">
        <p>Your own, or that of somebody who agreed to it. Never pretend to be somebody else.</p>
      </TextSection>
    </HelpArticle>
  );
}
