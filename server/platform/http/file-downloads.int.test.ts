import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUPPRESSIONS_CSV_PATH } from '#shared/paths.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  // With metrics, as in production: they listen to each response too.
  hark = await startHark({ METRICS_PORT: String(await freePort()) });
});
afterAll(() => hark.stop());

it('a download has no more listeners than its response expects', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.prependListener('warning', note);
  const { client } = await hark.newUser();
  const headers = { cookie: client.cookie() };
  const response = await fetch(`${hark.baseUrl}${SUPPRESSIONS_CSV_PATH}`, { headers });
  expect(await response.text()).toContain('Phone Number');
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
