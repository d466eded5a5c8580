import type { AdjustmentModel } from '../adjustments/adjustment-model.ts';
import type { AuditSource } from './audit-source.ts';

/** The corrections that support asked for. */
export function createAdjustmentSource(adjustments: AdjustmentModel): AuditSource {
  return {
    name: 'corrections',
    explains: (key) => key.startsWith('adjust:'),
    async *expectedEvents(streamId) {
      for await (const { _id, amount, by, at, outcome } of adjustments.find({ streamId }).lean()) {
        if (outcome === 'refused') continue;
        yield { key: _id, cause: `the correction of ${by}`, due: outcome === 'done', since: at, amount };
      }
    },
    /** A refused correction that is asked for again may be carried out before that is noted. */
    async mayCause(key) {
      return (await adjustments.exists({ _id: key })) !== null;
    },
  };
}
