import type { DropReport } from '#server/providers/carrier/port.ts';

/** Returns a parsed report of a delivery, with overrides. */
export function dropReport<Change extends Partial<DropReport>>(change: Change): DropReport & Change {
  return {
    to: '12025551000',
    outcome: 'success',
    code: '0',
    reason: '',
    doNotCall: false,
    accountFault: false,
    carrierFault: false,
    reportedAt: new Date(),
    ...change,
  };
}
