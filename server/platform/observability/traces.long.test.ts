import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { until } from '#server/testing/crash/until.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}
interface Received {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

const spans: ReceivedSpan[] = [];
const resources: string[] = [];
let collector: Server;
let hark: TestHark;

function addressOf(server: Server): string {
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

beforeAll(async () => {
  collector = createServer((req, res) => {
    void json(req).then((body) => {
      expect(req.url).toBe('/v1/traces');
      expect(req.headers['x-team']).toBe('calls');
      for (const { resource, scopeSpans } of (body as Received).resourceSpans) {
        resources.push(...resource.attributes.map(({ key, value }) => `${key}=${value.stringValue}`));
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  hark = await startHark(
    { OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector), OTEL_EXPORTER_OTLP_HEADERS: 'x-team=calls' },
    undefined,
    { sweeps: false },
  );
}, 60_000);

afterAll(async () => {
  await hark.stop();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

test('records the spans of a request, which nest, in the trace of its caller', async () => {
  const { client } = await hark.newUser();
  await fetch(`${hark.baseUrl}/dropcowboy/credits/`, {
    headers: { cookie: client.cookie(), traceparent: `00-${TRACE}-${PARENT}-01` },
  });
  const named = (test: RegExp) => spans.find(({ traceId, name }) => traceId === TRACE && test.test(name));
  const request = await until('the spans', 20_000, () => named(/^GET \//));
  const procedure = named(/^credits\./);
  expect(resources).toEqual(
    expect.arrayContaining(['service.name=hark', `service.version=${BUILD_INFO.version}`]),
  );
  const command = spans.find(
    ({ traceId, parentSpanId }) => traceId === TRACE && parentSpanId === procedure?.spanId,
  );
  expect(request.parentSpanId).toBe(PARENT);
  expect(request.name).toBe('GET /:provider/credits');
  expect(procedure?.parentSpanId).toBe(request.spanId);
  expect(command?.name).toMatch(/^find /);
});

test('works and stops while the collector hangs', async () => {
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const other = await startHark({ OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(hanging) }, undefined, {
    sweeps: false,
  });
  const { client } = await other.newUser();
  expect((await client.get('/dropcowboy/credits/')).status).toBe(200);
  await other.stop();
  hanging.closeAllConnections();
  await new Promise((resolve) => hanging.close(resolve));
}, 60_000);
