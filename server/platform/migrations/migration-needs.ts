import type { Place } from './steps/0002-window-classes.ts';
import type { CountAgain } from './steps/0005-failed-reasons.ts';

/** What migrations need of the features. */
export interface MigrationNeeds {
  /** The rule by which contacts get their window class. */
  keyOf: (place: Place) => string;
  countAgain: CountAgain;
}

/** For what reads only the numbers and checksums of migrations. */
export const NO_MIGRATION_NEEDS: MigrationNeeds = { keyOf: () => '', countAgain: () => Promise.resolve() };
