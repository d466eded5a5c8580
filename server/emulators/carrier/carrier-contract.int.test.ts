import { rm } from 'node:fs/promises';
import { carrierContract } from '#server/providers/carrier/contract.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import { startFaultyProxy } from '#server/testing/fakes/faulty-proxy.ts';
import { newDataDir } from './testing/carrier-test-system.ts';
import { startLocalCarrier } from './carrier.ts';

carrierContract('the Drop Cowboy adapter with the local carrier', async (callbackUrl, clock) => {
  const dataDir = await newDataDir();
  const local = await startLocalCarrier({ dataDir, reportDelay: { min: 5, max: 20 } });
  const proxy = await startFaultyProxy(local.baseUrl);
  const options = { ...local, baseUrl: proxy.url, phoneLineId: 'local', callbackUrl, clock };
  return {
    carrier: createDropCowboyCarrier(options),
    wrongCredentials: createDropCowboyCarrier({ ...options, secret: 'another' }),
    shortTimeout: createDropCowboyCarrier({ ...options, timeoutMs: 300, uploadTimeoutMs: 300 }),
    numbers: { success: '12025550001', busy: '12025550006', doNotCall: '12025550007' },
    proxy,
    async stop() {
      await local.release();
      await rm(dataDir, { recursive: true });
    },
  };
});
