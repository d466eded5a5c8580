import type { ReasonCounts } from '#server/features/drops/api.ts';
import { recordedWhere, type StatusChange } from './status-change-model.ts';

/** The counter increments of one settlement. */
export interface SettledCounts {
  /** The run of the calls. */
  run: number;
  delivered: number;
  /** Negative for late successes of calls that were counted as failed, like `retryable`. */
  failed: number;
  /** Retryable calls among the failed. */
  retryable: number;
  /** The failed calls by reason. */
  reasons: ReasonCounts;
  /** Credits deducted for the delivered calls. */
  deducted: number;
}

/**
 * Returns the expressions of a campaign's fields once a settlement is counted. The first delivered call turns a Failed
 * campaign into a Success, which is recorded as `success`.
 */
export function countedFields(
  { run, delivered, failed, retryable, reasons, deducted }: SettledCounts,
  success: StatusChange,
) {
  const nowDelivered = { $add: ['$delivered', delivered] };
  const isSuccess = { $and: [{ $eq: ['$status', 'Failed'] }, { $gt: [nowDelivered, 0] }] };
  return {
    delivered: nowDelivered,
    failed: { $add: ['$failed', failed] },
    retryable: { $add: ['$retryable', retryable] },
    outcomes: withReasons(reasons),
    held: { $subtract: ['$held', deducted] },
    charged: { $add: ['$charged', deducted] },
    status: { $cond: [isSuccess, 'Success', '$status'] },
    statusChanges: recordedWhere(isSuccess, success),
    ...(failed >= 0 && { progress: progressWithout({ run, delivered, failed }) }),
  };
}

/** Returns the calls of the current run that are reported but not settled, less those of a settlement of `run`. */
function progressWithout({ run, delivered, failed }: Pick<SettledCounts, 'run' | 'delivered' | 'failed'>) {
  const less = (field: string, calls: number) => ({
    $subtract: [{ $ifNull: [`$progress.${field}`, 0] }, { $cond: [{ $eq: ['$run', run] }, calls, 0] }],
  });
  return { delivered: less('delivered', delivered), failed: less('failed', failed) };
}

/** Returns the expression of a campaign's outcomes with more of them; it stays without, if it has none. */
function withReasons(reasons: ReasonCounts): object {
  const added = Object.entries(reasons).map(([key, { calls, retryable }]) => {
    const sum = (field: string, by: number) => ({
      $add: [{ $ifNull: [`$outcomes.${key}.${field}`, 0] }, by],
    });
    return [key, { calls: sum('calls', calls), retryable: sum('retryable', retryable) }];
  });
  const counted = { $mergeObjects: ['$outcomes', Object.fromEntries(added) as object] };
  return { $cond: [{ $eq: [{ $type: '$outcomes' }, 'object'] }, counted, '$$REMOVE'] };
}
