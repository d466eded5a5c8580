import { PageHeader } from '#client/ui/display/page-header.tsx';
import { ButtonStories } from './button-stories.tsx';
import { DataStories } from './data-stories.tsx';
import { FeedbackStories } from './feedback-stories.tsx';
import { FieldStories } from './field-stories.tsx';
import { TokenStories } from './token-stories.tsx';

/** All components of client/ui in all their states; only in development builds. */
export default function SystemPage() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-9">
      <PageHeader
        title="The parts of Hark"
        text="Every screen is built from these and nothing else."
        className="mb-3"
      />
      <TokenStories />
      <ButtonStories />
      <FieldStories />
      <FeedbackStories />
      <DataStories />
    </main>
  );
}
