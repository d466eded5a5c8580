import type { Gauge } from 'prom-client';
import {
  METRICS,
  type MetricName,
  type MetricOf,
} from '#server/platform/lib/observability/metric-catalogue.ts';
import type { Metrics, Reading } from '#server/platform/lib/observability/metrics.ts';

/** Gauges whose names end like those of counters, which Prometheus refuses to accept as good names. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Metrics that can be scraped. */
export interface Prometheus extends Metrics {
  contentType: string;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** The labels as the library takes them. */
type Labels = Record<string, string>;
type Counted = MetricOf<'counter' | 'histogram'>;

const NAMES = Object.keys(METRICS) as MetricName[];

function isHistogram(name: MetricName): name is MetricOf<'histogram'> {
  return METRICS[name].kind === 'histogram';
}

/** Returns the labels of the series of a metric that are known beforehand. */
function seriesOf(name: MetricName): readonly Labels[] {
  const metric = METRICS[name];
  return 'series' in metric ? metric.series : [];
}

/** Creates all metrics of the catalogue and those of the process, in a registry of their own. */
export async function createPrometheus(): Promise<Prometheus> {
  // Imported here, as the bundle would load it in every process otherwise.
  const { default: client } = await import('prom-client');
  const { collectDefaultMetrics, Counter, Histogram, Registry } = client;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const readers: { gauge: Gauge; read: () => Promise<Reading<never>[]> }[] = [];
  const counters = made('counter', (config) => new Counter({ ...config, registers: [registry] }));
  const gauges = made('gauge', (config) => new client.Gauge({ ...config, registers: [registry] }));
  const histograms = made('histogram', (config) => new Histogram({ ...config, registers: [registry] }));
  // Without labels the library gives them 0, which nobody measured.
  for (const gauge of Object.values(gauges)) gauge.remove({});
  const begin: Prometheus['begin'] = (name, labels) => {
    const values = labels as Labels;
    if (isHistogram(name)) histograms[name].zero(values);
    else counters[name as MetricOf<'counter'>].inc(values, 0);
  };
  for (const name of NAMES) for (const labels of seriesOf(name)) begin(name as Counted, labels as never);
  return {
    begin,
    count(name, labels, by = 1) {
      counters[name].inc(labels as Labels, by);
    },
    add(name, labels, by) {
      gauges[name].inc(labels as Labels, by);
    },
    observe(name, labels, value) {
      histograms[name].observe(labels as Labels, value);
    },
    read(name, read) {
      readers.push({ gauge: gauges[name], read });
    },
    contentType: registry.contentType,
    async text() {
      await Promise.all(readers.map(refresh));
      return registry.metrics();
    },
  };
}

/** Sets a gauge to what is read now; a failed read leaves no value, not an old one. */
async function refresh({
  gauge,
  read,
}: {
  gauge: Gauge;
  read: () => Promise<Reading<never>[]>;
}): Promise<void> {
  const readings = await read().catch(() => []);
  gauge.reset();
  gauge.remove({});
  for (const { labels, value } of readings) gauge.set(labels as Labels, value);
}

interface MetricConfig {
  name: string;
  help: string;
  labelNames: string[];
  buckets?: number[];
}

/** Makes the metrics of one kind. */
function made<Kind extends 'counter' | 'gauge' | 'histogram', Made>(
  kind: Kind,
  make: (config: MetricConfig) => Made,
): Record<MetricOf<Kind>, Made> {
  const names = NAMES.filter((name) => METRICS[name].kind === kind);
  const entries = names.map((name) => {
    const { help, labels, ...rest } = METRICS[name];
    const buckets = 'buckets' in rest ? { buckets: [...rest.buckets] } : {};
    return [name, make({ name, help, labelNames: [...labels], ...buckets })] as const;
  });
  return Object.fromEntries(entries) as Record<MetricOf<Kind>, Made>;
}
