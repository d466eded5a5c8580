import type { TRPCError } from '@trpc/server';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { stopwatch } from '#server/platform/lib/observability/metrics.ts';
import { inSpan } from '#server/platform/lib/observability/tracing.ts';

/** Executes a procedure and measures it. Returns its result. */
export async function observeProcedure<Result extends { ok: boolean; error?: TRPCError }>(
  { metrics, tracing }: Instruments,
  procedure: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const elapsed = stopwatch();
  return inSpan(tracing, { name: procedure, kind: 'internal' }, async (span) => {
    const result = await call();
    const code = result.error?.code ?? 'OK';
    metrics.observe('hark_procedure_duration_seconds', { procedure, code }, elapsed());
    if (!result.ok) span.fail(code);
    return result;
  });
}
