import type { Env } from '#server/app/env/env.ts';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import {
  NO_INSTRUMENTS,
  outgoingHeaders,
  type Instruments,
} from '#server/platform/lib/observability/instruments.ts';
import { NO_METRICS } from '#server/platform/lib/observability/metrics.ts';
import { NO_TRACING, type Tracing } from '#server/platform/lib/observability/tracing.ts';
import { createOpenTelemetry } from '#server/platform/observability/open-telemetry.ts';
import { beginRequests, measureProvider } from '#server/platform/observability/measure-provider.ts';
import type { Placement } from '#server/providers/carrier/port.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import { outgoingAgents } from './providers/outgoing-agents.ts';
import { createPrometheus, type Prometheus } from '#server/platform/observability/prometheus.ts';
import type { Providers } from './providers/providers.ts';

/** The instruments of a process, and the metrics if they can be scraped. */
export interface ProcessInstruments {
  instruments: Instruments;
  prometheus: Prometheus | undefined;
}

/** Creates what the settings ask for. The libraries are loaded only then. */
export async function createInstruments(env: Env): Promise<ProcessInstruments> {
  const prometheus = await createMetrics(env);
  const tracing = await createTracing(env);
  const active = prometheus !== undefined || tracing.active;
  const instruments = active ? { active, metrics: prometheus ?? NO_METRICS, tracing } : NO_INSTRUMENTS;
  return { instruments, prometheus };
}

async function createMetrics({ METRICS_PORT }: Env): Promise<Prometheus | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const prometheus = await createPrometheus();
  prometheus.read('hark_build_info', () => Promise.resolve([{ labels: { ...BUILD_INFO }, value: 1 }]));
  return prometheus;
}

async function createTracing(env: Env): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  if (endpoint === undefined) return NO_TRACING;
  const { OTEL_SERVICE_NAME: serviceName, OTEL_EXPORTER_OTLP_HEADERS: headers } = env;
  return createOpenTelemetry({
    endpoint,
    serviceName,
    serviceVersion: BUILD_INFO.version,
    headers,
    createAgents: outgoingAgents(env),
  });
}

/** Returns the providers, measured if anything is. */
export function measureProviders(providers: Providers, instruments: Instruments): Providers {
  if (!instruments.active) return providers;
  const { carrier, payments, speech, mailer, objects } = providers;
  beginRequests(instruments.metrics, { provider: 'carrier', operation: 'place', outcomes: PLACEMENTS });
  return {
    ...providers,
    carrier: measureProvider(
      { provider: 'carrier', port: carrier, operations: ['place', 'addMedia', 'deleteMedia', 'subscribe'] },
      instruments,
      (result) => (isPlacement(result) ? result.kind : 'ok'),
    ),
    payments: measureProvider(
      { provider: 'payments', port: payments, operations: PAYMENT_OPERATIONS },
      instruments,
    ),
    speech: measureProvider(
      { provider: 'speech', port: speech, operations: ['speak', 'cloneVoice', 'findVoices', 'deleteVoice'] },
      instruments,
      // The provider wants the account to verify a clone, which is no error of the request.
      (result) => ([result].flat().some(isUnready) ? 'account' : 'ok'),
    ),
    mailer: measureProvider({ provider: 'mail', port: mailer, operations: ['send'] }, instruments),
    objects: {
      ...objects,
      store: measureProvider(
        {
          provider: 'objects',
          port: objects.store,
          operations: ['put', 'putStream', 'read', 'stat', 'list', 'delete'],
        },
        instruments,
      ),
    },
  };
}

const PLACEMENTS: Placement['kind'][] = ['accepted', 'rejected', 'unavailable', 'unknown'];

function isPlacement(result: unknown): result is { kind: string } {
  return typeof result === 'object' && result !== null && 'kind' in result && typeof result.kind === 'string';
}

function isUnready(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isReady' in result && result.isReady === false;
}

/** Returns the headers for requests to providers that take them. */
export function headersFor(instruments: Instruments): () => Record<string, string> {
  return () => outgoingHeaders(instruments);
}

const PAYMENT_OPERATIONS: (keyof PaymentGateway)[] = [
  'cancelNow',
  'cancelUnpaid',
  'cards',
  'defaultCard',
  'detachCard',
  'ensureCustomer',
  'intent',
  'invoice',
  'nextCharge',
  'openPayment',
  'payIntent',
  'payInvoice',
  'payerOf',
  'priceIds',
  'refundInvoice',
  'reversals',
  'setCancelAtPeriodEnd',
  'setDefaultCard',
  'setTaxId',
  'startCardSetup',
  'startSubscription',
  'subscription',
  'updateCustomer',
];
