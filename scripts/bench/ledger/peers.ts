import { ownPackages } from '../own-packages.ts';

/** What the ledger is compared with. The peers need other versions of the drivers that Hark uses. */
export const peers = ownPackages('peers', 'medici and emmett to compare with');
