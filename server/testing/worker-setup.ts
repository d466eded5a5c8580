import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { startFromBundles } from '#server/emulators/process/sidecar.ts';
import { takeHeldTurns } from '#server/testing/held-turns.ts';

startFromBundles(inject('sidecarBundles'));
process.env['TMPDIR'] = inject('temporaryFolder');

beforeAll(() => void takeHeldTurns());
afterEach(async () => {
  // A turn is known to be over in the next one.
  await turn();
  expect(takeHeldTurns(), 'requests that hold the event loop').toEqual([]);
});
