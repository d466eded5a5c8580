import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { METRICS, type MetricName } from '#server/platform/lib/observability/metric-catalogue.ts';

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
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

interface RuleTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}
const cases = readdirSync('docker/prometheus/rule-tests').flatMap((file) => {
  const { tests } = parse(readFileSync(`docker/prometheus/rule-tests/${file}`, 'utf8')) as RuleTests;
  return tests.flatMap((one) => one.alert_rule_test);
});

test.each(rules)('$alert is tested firing and not firing, and pages or makes a ticket', (rule) => {
  const outcomes = cases.filter(({ alertname }) => alertname === rule.alert);
  expect(new Set(outcomes.map(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(new Set([true, false]));
  expect(rule.labels.severity).toMatch(/^(page|ticket)$/);
});

test('the page for operators explains every alert', () => {
  const page = readFileSync('server/platform/observability/README.md', 'utf8');
  for (const { alert } of rules) expect(page).toContain(`\`${alert}\``);
});
