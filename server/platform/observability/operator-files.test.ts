import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { METRICS, type MetricName } from '#server/platform/lib/observability/metric-catalogue.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

const rules = (parse(readFileSync('docker/prometheus/alerts.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(readFileSync('docker/grafana/dashboards/hark.json', 'utf8')) as Dashboard;
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** The series of a metric: a histogram has three. */
function seriesOf(name: MetricName): string[] {
  return METRICS[name].kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

const series = new Set((Object.keys(METRICS) as MetricName[]).flatMap(seriesOf));
const labels = new Set([
  ...Object.values(METRICS).flatMap((metric) => [...metric.labels]),
  ...['le', 'job', 'role', 'instance'],
]);

test.each(queries)('%s names metrics and labels that exist', (_title, expr) => {
  for (const [name] of expr.matchAll(/\bhark_\w+/g)) expect(series).toContain(name);
  for (const [, label] of expr.matchAll(/[{,]\s*(\w+)\s*(?:=|!=|=~|!~)\s*"/g))
    expect(labels).toContain(label);
  for (const [, list = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(',')) expect(labels).toContain(label.trim());
});

test.each(Object.entries(METRICS).filter(([, metric]) => 'series' in metric))(
  'the series of %s have its labels',
  (_name, metric) => {
    for (const one of 'series' in metric ? metric.series : [])
      expect(Object.keys(one)).toEqual(metric.labels);
  },
);

test('every metric of the catalogue is shown', () => {
  const shown = queries.map(([, expr]) => expr).join('\n');
  for (const name of Object.keys(METRICS)) expect(shown).toContain(name);
});

test('the page for operators explains every alert', () => {
  const page = readFileSync('server/platform/observability/README.md', 'utf8');
  for (const { alert } of rules) expect(page).toContain(`\`${alert}\``);
});
