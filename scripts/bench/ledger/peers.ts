import { ownPackages } from '../own-packages.ts';

/** Peer libraries of the ledger bench. They need other driver versions than Hark. */
export const peers = ownPackages('peers', 'medici and emmett to compare with');
