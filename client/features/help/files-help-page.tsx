import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { TextLink } from '#client/ui/controls/link.tsx';
import { TextSection } from '#client/ui/display/text-section.tsx';
import { HelpArticle } from './help-article.tsx';

const REQUIRED = CONTACT_COLUMNS.filter(({ required }) => required).map(({ header }) => header);
const OPTIONAL = CONTACT_COLUMNS.filter(({ required }) => !required).map(({ header }) => header);

/** Help about files of contacts. */
export default function FilesHelpPage() {
  return (
    <HelpArticle title="Files of contacts" text="What a list needs, and what to do about its errors.">
      <TextSection title="Which files can I upload?">
        <p>
          CSV (in Excel: Save as CSV). The wizard and <TextLink href={paths.contacts}>Contacts</TextLink>{' '}
          offer a sample file with the right columns.
        </p>
      </TextSection>
      <TextSection title="Which columns does a file need?">
        <p>Required: {REQUIRED.join(', ')}.</p>
        <p>Understood as well: {OPTIONAL.join(', ')}.</p>
        <p>
          Your columns may have other names: Hark asks which is which, and remembers it for files of the same
          kind. Any other column is kept as your own, and your message can use it as a placeholder.
        </p>
      </TextSection>
      <TextSection title="Which number is called?">
        <p>
          RecommendedPhone. It must be a US or Canadian number; spaces, brackets and dashes do not matter. A
          number that appears twice is called once: the later row counts as a duplicate.
        </p>
      </TextSection>
      <TextSection title="What if rows have errors?">
        <p>
          All rows are checked before anything is saved, and each problem is named by its line. You can
          correct the file and choose it again, or go on without these rows where Hark offers it.
        </p>
        <p>
          A row that says in a column such as Do Not Call, DNC or Opted Out that this person must not be
          called is an error, too.
        </p>
        <p>
          If letters such as é look wrong, the file was saved in another encoding: Hark lets you choose it, or
          save the file as CSV UTF-8.
        </p>
      </TextSection>
      <TextSection title="Can I use a list again?">
        <p>
          Yes. Save it under <TextLink href={paths.contacts}>Contacts</TextLink> and start any number of
          campaigns with it. A campaign calls the people who are on the list when you publish.
        </p>
      </TextSection>
    </HelpArticle>
  );
}
