import type { AdjustmentModel } from '../adjustments/adjustment-model.ts';
import type { AuditSource } from './audit-source.ts';

/** Creates the audit source of corrections by support. */
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
    /** A retry of a refused correction may append its event before the record is updated. */
    async mayCause(key) {
      return (await adjustments.exists({ _id: key })) !== null;
    },
  };
}
