import type { Fault } from '../fault.ts';
import { BILLING_FAULTS } from './billing.ts';
import { CAMPAIGN_FAULTS } from './campaigns.ts';
import { CREDITS_FAULTS } from './credits.ts';
import { EDGE_FAULTS } from './edge.ts';
import { ENGINE_FAULTS } from './engine.ts';
import { OPERATION_FAULTS } from './operations.ts';
import { PLACEMENT_FAULTS } from './placement.ts';
import { PROCESS_FAULTS } from './processes.ts';

/** All faults that tests must detect; each file of this folder covers one area. */
export const FAULTS: readonly Fault[] = [
  ...BILLING_FAULTS,
  ...CREDITS_FAULTS,
  ...EDGE_FAULTS,
  ...PLACEMENT_FAULTS,
  ...ENGINE_FAULTS,
  ...CAMPAIGN_FAULTS,
  ...OPERATION_FAULTS,
  ...PROCESS_FAULTS,
];
