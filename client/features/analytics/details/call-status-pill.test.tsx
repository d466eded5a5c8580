import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { CallStatusPill } from './call-status-pill.tsx';

test('a call is green or red once it is final, and neutral until then', () => {
  const toneOf = (status: (typeof CALL_STATUSES)[number]) =>
    /text-(delivered|failed|ink-2)/.exec(renderToStaticMarkup(<CallStatusPill status={status} />))?.[1];
  expect(Object.fromEntries(CALL_STATUSES.map((status) => [status, toneOf(status)]))).toEqual({
    pending: 'ink-2',
    sending: 'ink-2',
    success: 'delivered',
    failed: 'failed',
  });
});
