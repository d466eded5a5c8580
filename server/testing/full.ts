/** Whether the tests run at full length: `npm run test:full`. */
export const FULL = process.env['HARK_TEST_FULL'] === '1';
