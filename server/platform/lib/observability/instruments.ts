import { callContext } from './call-context.ts';
import { NO_METRICS, type Metrics } from './metrics.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

/** What a process measures itself with. */
export interface Instruments {
  /** False if nothing is measured, so that no code needs to be wrapped. */
  active: boolean;
  metrics: Metrics;
  tracing: Tracing;
}

/** Measures nothing. */
export const NO_INSTRUMENTS: Instruments = { active: false, metrics: NO_METRICS, tracing: NO_TRACING };

/** Returns the headers that lead a provider's log and trace back to the current request. */
export function outgoingHeaders({ tracing }: Pick<Instruments, 'tracing'>): Record<string, string> {
  const context = callContext();
  return { ...(context !== undefined && { 'x-request-id': context.requestId }), ...tracing.headers() };
}
