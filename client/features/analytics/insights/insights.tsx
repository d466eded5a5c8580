import type { Days } from '#shared/day-range.ts';
import { useFragment } from '#client/app/routing/use-fragment.ts';
import { BestTimeCard } from './best-time-card.tsx';
import { CreditFlowCard } from './credit-flow-card.tsx';

/** What the calls and credits of a range teach; of the latest days where it is open. Loaded on demand. */
export default function Insights({ days, now }: { days: Days | undefined; now: Date }) {
  const creditFlow = useFragment<HTMLDivElement>('credit-flow');
  return (
    <section aria-label="Insights" className="grid items-start gap-4 lg:grid-cols-2">
      <BestTimeCard days={days} now={now} />
      <div ref={creditFlow} className="scroll-mt-20">
        <CreditFlowCard days={days} />
      </div>
    </section>
  );
}
