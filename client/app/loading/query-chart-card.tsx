import type { ComponentProps } from 'react';
import { ChartCard } from '#client/charts/chart-card.tsx';
import { DrawnChart, type ChartQuery } from './drawn-chart.tsx';

/** A `ChartCard` whose chart and table are drawn once their data and code are loaded. */
export function QueryChartCard({
  query,
  chart,
  table,
  ...card
}: ComponentProps<typeof ChartCard> & { query: ChartQuery }) {
  return (
    <ChartCard
      {...card}
      chart={<DrawnChart query={query}>{chart}</DrawnChart>}
      table={
        <DrawnChart key="table" query={query}>
          {table}
        </DrawnChart>
      }
    />
  );
}
