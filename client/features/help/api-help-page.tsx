import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

/** Help about the API and webhooks. */
export default function ApiHelpPage() {
  return (
    <HelpArticle title="The API" text="Connect your own programs to Hark.">
      <TextSection title="What can programs do?">
        <p>
          What you do on the screens: upload contacts, create, start and pause campaigns, read their results
          and your credits. The{' '}
          <TextLink href="/docs" target="_blank" rel="noopener">
            API documentation
          </TextLink>{' '}
          describes every call and lets you try it.
        </p>
      </TextSection>
      <TextSection title="How do I get a key?">
        <p>
          Create one under <TextLink href={paths.profileDevelopers}>Developers</TextLink>. It is shown once,
          so copy it at once. A key that may only read changes nothing; one of full access can do everything
          but manage keys, passwords, sign-ins and the account itself.
        </p>
      </TextSection>
      <TextSection title="What if a request is repeated?">
        <p>
          Send an Idempotency-Key with every request that creates or spends. The same key and body get the
          first answer again, so that nothing happens twice.
        </p>
      </TextSection>
      <TextSection title="How does my program learn what happened?">
        <p>
          Add a webhook under <TextLink href={paths.webhooks}>Developers</TextLink>. Hark posts when campaigns
          start and finish and what became of each call, signed, and repeats it until your program accepts it.
        </p>
      </TextSection>
      <TextSection title="What if I lose a key?">
        <p>
          Revoke it under <TextLink href={paths.profileDevelopers}>Developers</TextLink>. It stops working at
          once; your other keys go on.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
