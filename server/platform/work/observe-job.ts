import { newId } from '#server/platform/lib/secrets/ids.ts';
import { inContext, type CallContext } from '#server/platform/lib/observability/call-context.ts';
import { beginWork } from '#server/platform/lib/observability/event-loop/work-in-progress.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { stopwatch, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import { inSpan } from '#server/platform/lib/observability/tracing.ts';

/** A job that is about to be executed. */
export interface ObservedJob {
  name: string;
  id: string;
  data: { requestId?: string; campaignId?: string };
}

/** Lets the metrics of a job begin at zero. */
export function beginJob(metrics: Metrics, name: string): void {
  metrics.add('hark_jobs_running', { job_name: name }, 0);
  for (const outcome of ['finished', 'failed'])
    metrics.begin('hark_job_duration_seconds', { job_name: name, outcome });
}

/** Executes a job, and `onFailure` if it fails, in the context of the request that enqueued it, and measures it. */
export function observeJob(
  { metrics, tracing }: Instruments,
  { name: job, id: jobId, data }: ObservedJob,
  work: () => Promise<void>,
  onFailure: (error: unknown) => Promise<void>,
): Promise<void> {
  const { requestId = newId(), campaignId } = data;
  const context: CallContext = { requestId, job, jobId, ...(campaignId !== undefined && { campaignId }) };
  const elapsed = stopwatch();
  const attributes = {
    'hark.job_id': jobId,
    ...(campaignId !== undefined && { 'hark.campaign_id': campaignId }),
  };
  metrics.add('hark_jobs_running', { job_name: job }, 1);
  const endWork = beginWork(context, () => `job ${job}`);
  const ended = (outcome: 'finished' | 'failed'): void => {
    endWork();
    metrics.add('hark_jobs_running', { job_name: job }, -1);
    metrics.observe('hark_job_duration_seconds', { job_name: job, outcome }, elapsed());
  };
  return inContext(context, () =>
    inSpan(tracing, { name: job, kind: 'consumer', attributes }, async (span) => {
      try {
        await work();
        ended('finished');
      } catch (error) {
        ended('failed');
        span.fail(error instanceof Error ? error.name : 'Error');
        await onFailure(error);
      }
    }),
  );
}
