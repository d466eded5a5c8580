import type { Migration } from './migration.ts';
import type { MigrationNeeds } from './migration-needs.ts';
import { countFailedReasons } from './steps/0005-failed-reasons.ts';
import { dropIndexSums } from './steps/0001-drop-index-sums.ts';
import { endTombstones } from './steps/0004-end-tombstones.ts';
import { storeResultKeys } from './steps/0003-result-keys.ts';
import { storeWindowClasses } from './steps/0002-window-classes.ts';

/** Returns all migrations of this version. */
export function allMigrations({ keyOf, countAgain }: MigrationNeeds): readonly Migration[] {
  return [
    dropIndexSums,
    storeWindowClasses(keyOf),
    storeResultKeys,
    endTombstones,
    countFailedReasons(countAgain),
  ];
}
