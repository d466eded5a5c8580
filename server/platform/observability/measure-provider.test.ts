import { expect, it } from 'vitest';
import { NO_METRICS, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import { NO_INSTRUMENTS } from '#server/platform/lib/observability/instruments.ts';
import {
  ObjectStoreUnavailable,
  ProviderAccountFault,
  ProviderRejected,
  ProviderUnavailable,
} from '#server/providers/errors.ts';
import { measureProvider } from './measure-provider.ts';

it.each([
  ['account', new ProviderAccountFault('full')],
  ['unavailable', new ProviderUnavailable('busy')],
  ['unavailable', new ObjectStoreUnavailable('busy')],
  ['rejected', new ProviderRejected('no')],
  ['error', new Error('a defect')],
])('measures a failure as %s: %o', async (outcome, error) => {
  const seen: unknown[] = [];
  const metrics: Metrics = { ...NO_METRICS, observe: (_name, labels) => void seen.push(labels) };
  const port = measureProvider(
    { provider: 'speech', port: { speak: () => Promise.reject(error) }, operations: ['speak'] },
    { ...NO_INSTRUMENTS, metrics },
  );
  await expect(port.speak()).rejects.toBe(error);
  expect(seen).toEqual([{ provider: 'speech', operation: 'speak', outcome }]);
});
