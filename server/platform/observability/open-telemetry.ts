import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Api from '@opentelemetry/api';
import type { Context, Span as OtelSpan } from '@opentelemetry/api';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import type { Span, SpanOptions, Tracing } from '#server/platform/lib/observability/tracing.ts';

/** A collector that hangs delays nothing but the batches that wait for it. */
const EXPORT_TIMEOUT_MS = 5_000;
/** A stop waits no longer for the last spans. */
const CLOSE_MS = 2_000;

export interface OpenTelemetryOptions {
  /** The base address of the collector; spans go to its path /v1/traces. */
  endpoint: string;
  serviceName: string;
  /** The release of this process. */
  serviceVersion: string;
  headers?: Record<string, string> | undefined;
  /** Which requests go through a proxy; default: none. */
  createAgents?: CreateAgents | undefined;
}

/**
 * Records spans and sends them in batches by OTLP over HTTP. Uses none of the library's globals, so that several systems
 * can live in one process.
 */
export async function createOpenTelemetry({
  endpoint,
  serviceName,
  serviceVersion,
  headers = {},
  createAgents,
}: OpenTelemetryOptions): Promise<Tracing> {
  // Imported here, as the bundle would load them in every process otherwise.
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, { BatchSpanProcessor, NodeTracerProvider }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ]);
  const { ROOT_CONTEXT, trace, isSpanContextValid } = api;
  const wrap = wrapperOf(api);
  const agents = createAgents?.({ keepAlive: true });
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    ...(agents && {
      httpAgentOptions: (protocol: string) => (protocol === 'https:' ? agents.https : agents.http),
    }),
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  });
  const tracer = provider.getTracer('hark');
  const current = new AsyncLocalStorage<OtelSpan>();

  function start({ name, kind, attributes = {}, traceparent }: SpanOptions): OtelSpan {
    const active = current.getStore();
    const parent = active === undefined ? contextOf(api, traceparent) : trace.setSpan(ROOT_CONTEXT, active);
    const { requestId } = callContext() ?? {};
    const ofRequest = requestId === undefined ? {} : { 'hark.request_id': requestId };
    return tracer.startSpan(
      name,
      { kind: kindOf(api, kind), attributes: { ...ofRequest, ...attributes } },
      parent,
    );
  }

  return {
    active: true,
    open(options, work) {
      const span = start(options);
      return current.run(span, () => work(wrap(span)));
    },
    begin: (options) => (current.getStore() === undefined ? undefined : wrap(start(options))),
    headers() {
      const span = current.getStore()?.spanContext();
      if (span === undefined || !isSpanContextValid(span)) return {};
      const flags = span.traceFlags.toString(16).padStart(2, '0');
      return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}` };
    },
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]),
  };
}

/** Returns a function that wraps spans of the library. */
function wrapperOf({ SpanStatusCode }: typeof Api): (span: OtelSpan) => Span {
  return (span) => ({
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
    fail: (kind) => void span.setStatus({ code: SpanStatusCode.ERROR, message: kind }),
    end: () => {
      span.end();
    },
  });
}

function kindOf({ SpanKind }: typeof Api, kind: SpanOptions['kind']): Api.SpanKind {
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    internal: SpanKind.INTERNAL,
    consumer: SpanKind.CONSUMER,
  };
  return kinds[kind];
}

const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Returns the context of a `traceparent` header; that of a new trace if there is none or it is malformed. */
function contextOf(
  { ROOT_CONTEXT, trace, isSpanContextValid }: typeof Api,
  traceparent: string | undefined,
): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(remote) ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT;
}
