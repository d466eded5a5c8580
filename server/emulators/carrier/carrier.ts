import { childScript } from '../process/child-script.ts';
import { attachSidecar } from '../process/sidecar.ts';
import { LOCAL_CREDENTIALS } from './drop-handler.ts';
import { settingsArgument, type FaultInjection, type CarrierSettings } from './carrier-settings.ts';

export interface LocalCarrierOptions {
  /** DATA_DIR: the journal is in `carrier/`, the address in `carrier.uri`. */
  dataDir: string;
  reportDelay?: CarrierSettings['reportDelay'];
  /** For tests. Applies only if this call starts the process. */
  faultInjection?: FaultInjection;
  onRestart?: () => void;
  onLost?: (error: Error) => void;
}

/** Address and credentials of the local carrier. */
export interface LocalCarrier {
  baseUrl: string;
  key: string;
  secret: string;
  release(): Promise<void>;
}

/**
 * Attaches to the carrier emulator of a data folder, starting it if necessary: a process that implements Drop Cowboy's
 * HTTP API and keeps a durable journal of its calls. Delays are milliseconds.
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
