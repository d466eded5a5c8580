import { useState } from 'react';
import CallsChart from '#client/charts/calls-chart.tsx';
import { ChartCard } from '#client/charts/chart-card.tsx';
import CompareChart from '#client/charts/compare-chart.tsx';
import CreditFlowChart from '#client/charts/credit-flow-chart.tsx';
import DayTable from '#client/charts/day-table.tsx';
import HoursOfWeekChart from '#client/charts/hours/hours-of-week-chart.tsx';
import LastMinuteChart from '#client/charts/last-minute-chart.tsx';
import OutcomeChart from '#client/charts/outcomes/outcome-chart.tsx';
import RateChart from '#client/charts/rate-chart.tsx';
import { CREDIT_DAYS, DAY_SERIES, MINUTE, OUTCOMES, PAIRS, WEEK_HOURS } from './chart-samples.ts';
import { Story } from './story.tsx';

/** Every chart: a usual series, and those that are hard to draw. */
export function ChartStories() {
  const [selected, setSelected] = useState('');
  return (
    <Story title="Charts">
      <div className="grid gap-4 lg:grid-cols-2">
        {DAY_SERIES.map(({ title, days }) => (
          <ChartCard
            key={title}
            title={title}
            caption={`${String(days.length)} days`}
            chart={<CallsChart data={days} />}
            table={
              <DayTable
                label={title}
                headers={['Calls']}
                rows={days.map(({ day, calls }) => ({ day, values: [calls] }))}
                file="calls"
              />
            }
          />
        ))}
        {DAY_SERIES.map(({ title, days }) => (
          <Sample key={title} title={`Delivery Rate, ${title}`}>
            <RateChart data={days} />
          </Sample>
        ))}
        <Sample title="Why Calls Fail">
          <OutcomeChart
            label="Failed calls by reason"
            outcomes={OUTCOMES}
            selected={selected}
            onSelect={setSelected}
          />
        </Sample>
        <Sample title="Last Minute">
          <LastMinuteChart seconds={MINUTE} />
        </Sample>
        <Sample title="Last Minute, one second">
          <LastMinuteChart seconds={MINUTE.slice(-1)} />
        </Sample>
        <Sample title="Compare">
          <CompareChart label="Two campaigns" series={['Spring', 'Autumn']} pairs={PAIRS} unit="count" />
        </Sample>
        <Sample title="Best Time to Call">
          <HoursOfWeekChart hours={WEEK_HOURS} />
        </Sample>
        <Sample title="Best Time to Call, no calls">
          <HoursOfWeekChart hours={[]} />
        </Sample>
        {[1, 30, 366].map((count) => (
          <Sample key={count} title={`Credit Flow, ${String(count)} days`}>
            <CreditFlowChart days={CREDIT_DAYS.slice(-count)} />
          </Sample>
        ))}
      </div>
    </Story>
  );
}

function Sample({ title, children }: { title: string; children: React.ReactNode }) {
  return <ChartCard title={title} caption="" chart={children} table={<p>The table of its card</p>} />;
}
