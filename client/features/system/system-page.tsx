import { PageHeader } from '#client/ui/page-header.tsx';
import { ButtonsSpecimen } from './buttons-specimen.tsx';
import { DataSpecimen } from './data-specimen.tsx';
import { FeedbackSpecimen } from './feedback-specimen.tsx';
import { FieldsSpecimen } from './fields-specimen.tsx';
import { TokensSpecimen } from './tokens-specimen.tsx';

/** All parts of client/ui in all their states; only in development builds. */
export default function SystemPage() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-9">
      <PageHeader
        title="The parts of Hark"
        text="Every screen is built from these and nothing else."
        className="mb-3"
      />
      <TokensSpecimen />
      <ButtonsSpecimen />
      <FieldsSpecimen />
      <FeedbackSpecimen />
      <DataSpecimen />
    </main>
  );
}
