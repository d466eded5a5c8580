import { useEffect, useRef } from 'react';
import type { Days } from '#shared/day-range.ts';
import { BestTimeCard } from './best-time-card.tsx';
import { CreditFlowCard } from './credit-flow-card.tsx';

/** What the calls and credits of a range teach; of the latest days where it is open. Loaded on demand. */
export default function Insights({ days, now }: { days: Days | undefined; now: Date }) {
  const creditFlow = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The browser looked for the fragment before this was loaded.
    if (window.location.hash === '#credit-flow') creditFlow.current?.scrollIntoView();
  }, []);
  return (
    <section aria-label="Insights" className="grid items-start gap-4 lg:grid-cols-2">
      <BestTimeCard days={days} now={now} />
      <div ref={creditFlow} className="scroll-mt-20">
        <CreditFlowCard days={days} />
      </div>
    </section>
  );
}
