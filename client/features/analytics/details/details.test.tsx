// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CallAttempt, CallView } from '#shared/schemas/campaigns/call-details.ts';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import CallDialog from './call-dialog.tsx';
import { DetailsPager } from './details-pager.tsx';
import { DetailsToolbar } from './details-toolbar.tsx';
import { callsUrl, type DetailsUrl } from './details-url.ts';

const at = (change: Partial<DetailsUrl> = {}): DetailsUrl => ({ ...callsUrl.initial, ...change });

test.each<[string, string, Partial<DetailsUrl>, Partial<DetailsUrl>]>([
  ['Status', 'success', { reason: '4006' }, { status: 'success', reason: null }],
  ['Status', 'failed', { reason: '4006' }, { status: 'failed' }],
  ['Status', '', { status: 'failed', reason: '4006' }, { status: null, reason: null }],
  ['Reason', '4006', {}, { reason: '4006', status: 'failed' }],
  ['Reason', '', { status: 'failed', reason: '4006' }, { reason: null }],
  ['Order', 'sort=date&direction=desc', {}, { sort: 'date', direction: 'desc' }],
  ['Order', 'sort=name', {}, { sort: 'name', direction: 'asc' }],
])('%s set to %j, from %j, shows %j', async (label, value, before, change) => {
  const show = vi.fn();
  await renderScreen(<DetailsToolbar campaign="Autumn" shown={at(before)} show={show} />);
  await enter(label, value);
  expect(show.mock.calls).toEqual([[change]]);
});

test.each<[Partial<DetailsUrl>, string]>([
  [{ sort: 'date', direction: 'desc' }, 'sort=date&direction=desc'],
  [{ sort: 'date' }, 'sort=date'],
  [{ sort: 'name', direction: 'desc' }, 'sort=name'],
  [{}, 'sort=list'],
])('the order %j is chosen as %s', async (shown, value) => {
  await renderScreen(<DetailsToolbar campaign="Autumn" shown={at(shown)} show={vi.fn()} />);
  expect(field('Order').value).toBe(value);
});

test.each<[Partial<DetailsUrl>, boolean]>([
  [{}, false],
  [{ sort: 'name', page: 3 }, false],
  [{ status: 'failed' }, true],
  [{ reason: '4006' }, true],
  [{ search: 'ana' }, true],
])('filters can be cleared where there are any: %j', async (shown, isFiltered) => {
  const show = vi.fn();
  await renderScreen(<DetailsToolbar campaign="Autumn" shown={at(shown)} show={show} />);
  expect(hasButton('Clear filters')).toBe(isFiltered);
  if (!isFiltered) return;
  await click('Clear filters');
  expect(show.mock.calls).toEqual([[{ status: null, reason: null, search: '' }]]);
});

test('a search is shown at once with Enter, without the spaces around it', async () => {
  const show = vi.fn();
  await renderScreen(<DetailsToolbar campaign="Autumn" shown={at()} show={show} />);
  await enter('Search by name or number', ' ana ');
  expect(show).not.toHaveBeenCalled();
  await turn(() => {
    field('Search by name or number').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    );
  });
  expect(show.mock.calls).toEqual([[{ search: 'ana' }]]);
});

test('a search is shown once a person pauses', async () => {
  const show = vi.fn();
  await renderScreen(<DetailsToolbar campaign="Autumn" shown={at()} show={show} />);
  await enter('Search by name or number', 'ana');
  await until(() => expect(show.mock.calls).toEqual([[{ search: 'ana' }]]));
});

const pager = (shown: Partial<DetailsUrl>, change: object = {}) => {
  const show = vi.fn();
  const counts = { rows: 5, matching: 23, isExact: true, hasNext: true };
  return { show, ui: <DetailsPager shown={at(shown)} show={show} {...counts} {...change} /> };
};

test.each<[Partial<DetailsUrl>, object, string]>([
  [{}, {}, 'Rows 1–5 of 23'],
  [{ page: 5 }, { rows: 3, hasNext: false }, 'Rows 21–23 of 23'],
  [{ size: 10, page: 2 }, { rows: 10 }, 'Rows 11–20 of 23'],
  [{}, { isExact: false, matching: 1_000 }, 'Rows 1–5 of more than 1,000'],
])('page %j with %j says %s', async (shown, change, rows) => {
  await renderScreen(pager(shown, change).ui);
  expect(text(document.querySelector('[data-rows]') ?? undefined).replace(/ ?– ?/, '–')).toBe(rows);
});

test.each([
  ['3', 3],
  ['99', 5],
  ['0', undefined],
  ['1', undefined],
  ['x', undefined],
])('the page %s is opened as %s', async (typed, page) => {
  const { show, ui } = pager({});
  await renderScreen(ui);
  await enter('Go to page', typed);
  await turn(() => {
    document.querySelector('form')?.requestSubmit();
  });
  expect(show.mock.calls).toEqual(page === undefined ? [] : [[{ page }]]);
});

test('another number of rows is shown, and the pages beside', async () => {
  const { show, ui } = pager({ page: 2 });
  await renderScreen(ui);
  await enter('Rows per page', '25');
  await click('Next page');
  await click('Previous page');
  expect(show.mock.calls).toEqual([[{ size: 25 }], [{ page: 3 }], [{ page: 1 }]]);
});

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);
const ATTEMPT: CallAttempt = {
  run: 1,
  status: 'failed',
  call: null,
  ended_at: AT,
  reason: 'No room',
  reason_code: '4002',
  carrier_code: '4002',
};
const CALL = {
  position: 7,
  first_name: 'Ana',
  last_name: 'Lee',
  phone_number: '12025550143',
  email: 'a@b.co',
  company_name: 'Lee LLC',
  status: 'success',
  credits: { least: 50, most: 50 },
  message: 'Hi Ana',
  voice_title: 'Bo',
  attempts: [ATTEMPT, { ...ATTEMPT, run: 2, status: 'success' }],
} as unknown as CallView;

const dialog = (call: CallView | null, status: CampaignStatus = 'Success') =>
  renderScreen(<CallDialog campaign="Autumn" number={7} onClose={vi.fn()} />, {
    answers: {
      analytics: { singleCall: () => ({ call, contacts_erased_after_days: 30 }) as never },
      campaigns: {
        get: () => ({ campaign: { status } }) as never,
        retryQuote: () => ({
          run: 1,
          calls: 1,
          cost: 50,
          balance: 100,
          suppressed: 0,
          too_often: 0,
          advised_against: 0,
        }),
        retry: () => ({ success: true, status: 'Sending', retried: 1, credit_cost: 50 }),
      },
    },
  });

test('a call has its person, each attempt and what was said', async () => {
  const screen = await dialog(CALL);
  expect(screen.sent('analytics.singleCall')).toEqual([{ campaign_name: 'Autumn', number: 7 }]);
  expect(text()).toContain('Ana Lee +1 (202) 555-0143 · a@b.co · Lee LLC');
  expect(text()).toContain(`2 attempts First sending failed Called Not called Result ${AT_TEXT}`);
  expect(text()).toContain(
    'Why it failed Mailbox full (carrier code 4002) In the words of the carrier No room',
  );
  expect(text()).toContain('Retry 1 success');
  expect(text()).toContain('What Ana heard Hi Ana');
});

test.each<[Partial<CallView>, string]>([
  [{}, 'Cost 50 credits'],
  [{ credits: { least: 50, most: 65 } }, '50 or 65 credits, as it was charged together'],
  [{ credits: null }, 'Being charged'],
  [{ status: 'pending', credits: null }, 'Charged only if it is delivered'],
  [{ status: 'failed', credits: null }, '0 credits: a call that fails is not charged'],
])('a call of %j says what it costs', async (change, cost) => {
  await dialog({ ...CALL, ...change });
  expect(text()).toContain(cost);
  expect(text()).toContain(change.status === undefined ? 'What Ana heard' : 'What Ana would hear');
});

test('a call that failed is made again alone, at the price that was agreed', async () => {
  const screen = await dialog({ ...CALL, status: 'failed', attempts: [ATTEMPT] });
  await until(() => expect(hasButton('Retry this call')).toBe(true));
  await click('Retry this call');
  await until(() => expect(text()).toContain('Retry 1 failed call for 50 credits Ana Lee'));
  await click('Retry');
  const selection = { id: 'Autumn', reasons: ['4002'], contacts: [7] };
  expect(screen.sent('campaigns.retryQuote')).toEqual([selection]);
  expect(screen.sent('campaigns.retry')).toEqual([
    { ...selection, expected: { calls: 1, cost: 50, run: 1 } },
  ]);
});

test.each<[CallView['status'], CampaignStatus]>([
  ['success', 'Success'],
  ['pending', 'Sending'],
  ['failed', 'Sending'],
  ['failed', 'Paused'],
])('a call that ended in %s of a campaign that is %s cannot be made again', async (status, of) => {
  await dialog({ ...CALL, status }, of);
  expect(hasButton('Retry this call')).toBe(false);
});

test('a call whose contact was erased says when', async () => {
  await dialog(null);
  expect(text()).toContain('The contacts of this campaign were erased after 30 days.');
});

test.each([
  [refusal('None', { status: 404 }), 'There is no such call.', false],
  [noResponse(), '', true],
])('a call that cannot be shown says so', async (error, said, canRetry) => {
  await renderScreen(<CallDialog campaign="Autumn" number={7} onClose={vi.fn()} />, {
    answers: { analytics: { singleCall: () => Promise.reject(error) } },
  });
  expect(text()).toContain(said);
  expect(hasButton('Retry')).toBe(canRetry);
});
