import type { Fault } from '../fault.ts';
import { CREDITS_FAULTS } from './credits.ts';

/** Every fault that tests must notice; a file of this folder holds those of one area. */
export const FAULTS: readonly Fault[] = [...CREDITS_FAULTS];
