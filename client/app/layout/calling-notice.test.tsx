// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { CallingNotice } from './calling-notice.tsx';

const TITLES = ['Your account is suspended', 'Calls are stopped at the moment'];

test.each([
  [{ stopped: false, suspended: false }, []],
  [{ stopped: true, suspended: false }, [TITLES[1]]],
  [{ stopped: false, suspended: true }, [TITLES[0]]],
  [{ stopped: true, suspended: true }, [TITLES[0]]],
])('while calling is %o a page says %o', async (status, titles) => {
  await renderScreen(<CallingNotice />, { answers: { calling: { status: () => status } } });
  expect(TITLES.filter((title) => text().includes(title))).toEqual(titles);
});
