import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { stopwatch, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import { inSpan } from '#server/platform/lib/observability/tracing.ts';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';

/** Failures that alert; a rejected request is no failure of the provider. */
const FAILURES = ['account', 'unavailable', 'error'];

/**
 * Returns a provider that measures these methods of its port, which return promises; all else is that of the given one.
 * `outcomeOf` names what became of a call that did not reject.
 */
export function measureProvider<Port extends object>(
  { provider, port, operations }: { provider: string; port: Port; operations: (keyof Port & string)[] },
  { metrics, tracing }: Instruments,
  outcomeOf: (result: unknown) => string = () => 'ok',
): Port {
  const measured: ReadonlySet<string | symbol> = new Set(operations);
  for (const operation of operations) beginRequests(metrics, { provider, operation, outcomes: FAILURES });
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      if (!measured.has(property)) return value.bind(target) as unknown;
      const operation = String(property);
      return (...args: unknown[]) => {
        const elapsed = stopwatch();
        const observe = (outcome: string): void => {
          const labels = { provider, operation, outcome };
          metrics.observe('hark_provider_request_duration_seconds', labels, elapsed());
        };
        const span = { name: `${provider} ${operation}`, kind: 'client', attributes: { provider } } as const;
        return inSpan(tracing, span, async ({ set }) => {
          try {
            const result: unknown = await Reflect.apply(value, target, args);
            const outcome = outcomeOf(result);
            observe(outcome);
            set({ outcome });
            return result;
          } catch (error) {
            observe(failureOf(error));
            throw error;
          }
        });
      };
    },
  });
}

/** Lets requests of an operation begin at zero, for outcomes of which the first alerts. */
export function beginRequests(
  metrics: Metrics,
  { provider, operation, outcomes }: { provider: string; operation: string; outcomes: readonly string[] },
): void {
  for (const outcome of outcomes)
    metrics.begin('hark_provider_request_duration_seconds', { provider, operation, outcome });
}

function failureOf(error: unknown): string {
  if (error instanceof ProviderAccountFault) return 'account';
  if (error instanceof ProviderUnavailable) return 'unavailable';
  return error instanceof ProviderRejected ? 'rejected' : 'error';
}
