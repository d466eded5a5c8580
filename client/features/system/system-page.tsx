import { PageHeader } from '#client/ui/display/page-header.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { ButtonStories } from './button-stories.tsx';
import { ChartStories } from './chart-stories.tsx';
import { DataStories } from './data-stories.tsx';
import { FeedbackStories } from './feedback-stories.tsx';
import { FieldStories } from './field-stories.tsx';
import { Row, Story } from './story.tsx';

/** All components of client/ui and client/charts in all their states; only in development builds. */
export default function SystemPage() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-9">
      <PageHeader title="Components" text="Every screen is built from these components." className="mb-3" />
      <TokenStories />
      <ButtonStories />
      <FieldStories />
      <FeedbackStories />
      <DataStories />
      <ChartStories />
    </main>
  );
}

const COLOURS = [
  ['page', 'bg-page'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['ink', 'bg-ink'],
  ['ink-2', 'bg-ink-2'],
  ['ink-3', 'bg-ink-3'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['accent-strong', 'bg-accent-strong'],
  ['waiting', 'bg-waiting'],
  ['waiting-soft', 'bg-waiting-soft'],
  ['failed', 'bg-failed'],
  ['failed-soft', 'bg-failed-soft'],
  ['running', 'bg-running'],
  ['running-soft', 'bg-running-soft'],
  ['chart-rest', 'bg-chart-rest'],
  ['chart-released', 'bg-chart-released'],
  ['chart-compared', 'bg-chart-compared'],
] as const;

/** Colours, type scale and logo. */
function TokenStories() {
  return (
    <Story title="Tokens">
      <Logo />
      <ul className="grid grid-cols-3 gap-2 text-sm text-ink-3 sm:grid-cols-6">
        {COLOURS.map(([name, className]) => (
          <li key={name}>
            <div className={`h-10 rounded-control border border-line ${className}`} />
            {name}
          </li>
        ))}
      </ul>
      <div>
        <p className="text-3xl font-semibold">Heading, 34</p>
        <p className="text-2xl font-semibold">Page heading, 28</p>
        <p className="text-figure font-semibold">41,720</p>
        <p className="text-lg font-semibold">Dialog title, 17</p>
        <p className="text-md font-semibold">Card title, 15</p>
        <p>Body, 14</p>
        <p className="text-sm text-ink-3">Caption, 13</p>
      </div>
      <Row>
        <span className="hatched h-6 w-32 rounded-full" />
      </Row>
    </Story>
  );
}
