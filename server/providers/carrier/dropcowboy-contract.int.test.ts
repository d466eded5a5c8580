import { expect } from 'vitest';
import { startDropCowboyStub, STUB_CREDENTIALS } from '#server/testing/fakes/dropcowboy-stub.ts';
import { startFaultyProxy } from '#server/testing/fakes/faulty-proxy.ts';
import { carrierContract } from './contract.ts';
import { createDropCowboyCarrier } from './dropcowboy-carrier.ts';

carrierContract('The Drop Cowboy adapter with a stub of the documented API', async (callbackUrl, clock) => {
  const stub = await startDropCowboyStub();
  const proxy = await startFaultyProxy(stub.baseUrl);
  const options = { ...STUB_CREDENTIALS, baseUrl: proxy.url, phoneLineId: 'line-1', callbackUrl, clock };
  return {
    carrier: createDropCowboyCarrier(options),
    wrongCredentials: createDropCowboyCarrier({ ...options, secret: 'another' }),
    shortTimeout: createDropCowboyCarrier({ ...options, timeoutMs: 300, uploadTimeoutMs: 300 }),
    numbers: { success: '15550010001', busy: '15550010005', doNotCall: '15550010090' },
    proxy,
    async stop() {
      await stub.close();
      expect(stub.violations).toEqual([]);
    },
  };
});
