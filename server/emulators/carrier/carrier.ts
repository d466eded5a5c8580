import { childScript } from '../process/child-script.ts';
import { attachSidecar } from '../process/sidecar.ts';
import { LOCAL_CREDENTIALS } from './drop-handler.ts';
import { settingsArgument, type FaultInjection, type CarrierSettings } from './carrier-settings.ts';

export interface LocalCarrierOptions {
  /** DATA_DIR: the record is in `carrier/`, the address in `carrier.uri`. */
  dataDir: string;
  reportDelay?: CarrierSettings['reportDelay'];
  /** For tests. The first to start the carrier of a data folder decides. */
  faultInjection?: FaultInjection;
  onRestart?: () => void;
  onLost?: (error: Error) => void;
}

/** The local carrier as `createDropCowboyCarrier` and the local pages reach it. */
export interface LocalCarrier {
  baseUrl: string;
  key: string;
  secret: string;
  release(): Promise<void>;
}

/**
 * Joins or starts the local voicemail carrier of a data folder: a process that speaks Drop Cowboy's API over HTTP
 * and keeps its own record of whom it called, which survives its own end and Hark's.
 */
export async function startLocalCarrier({
  reportDelay = { min: 50, max: 300 },
  faultInjection,
  ...options
}: LocalCarrierOptions): Promise<LocalCarrier> {
  const { address, release } = await attachSidecar({
    ...options,
    name: 'carrier',
    command: process.execPath,
    args: [
      ...childScript('emulators/carrier/carrier-child'),
      settingsArgument({ reportDelay, ...faultInjection }),
    ],
  });
  return { baseUrl: address, ...LOCAL_CREDENTIALS, release };
}
