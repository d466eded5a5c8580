// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import type { SuppressionView } from '#shared/schemas/calling/suppressions.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { until } from '#client/testing/turn.ts';
import { WebhookWay } from '#client/domain/opt-outs/webhook-way.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';
import { SuppressionList } from './suppression-list.tsx';
import { useSuppressions } from './use-suppressions.ts';

const AT_TEXT = momentText('2026-11-20T09:30:00.000Z');

const number = (at: number): SuppressionView => ({
  phone: String(12025550100 + at),
  source: 'added',
  campaign_name: null,
  reason: null,
  added_at: '2026-11-20T09:30:00.000Z',
});
const numbers = (count: number) => Array.from({ length: count }, (_, at) => number(at));

function List({ onRemove }: { onRemove: (number: SuppressionView) => void }) {
  return (
    <Router hook={useBrowserLocation}>
      <OfAddress onRemove={onRemove} />
    </Router>
  );
}

function OfAddress({ onRemove }: { onRemove: (number: SuppressionView) => void }) {
  return <SuppressionList list={useSuppressions()} onRemove={onRemove} />;
}

beforeEach(() => {
  window.history.replaceState(null, '', '/do-not-call');
});

test('a number is removed by its own button, and all can be exported', async () => {
  const onRemove = vi.fn();
  await renderScreen(<List onRemove={onRemove} />, {
    answers: {
      suppressions: {
        list: () => ({ numbers: numbers(2), next: null, counts: { matching: 2, total: 2 } }),
      },
    },
  });
  await click('Remove +1 (202) 555-0101');
  expect(onRemove.mock.calls).toEqual([[number(1)]]);
  expect(isDisabled('Export CSV of the do-not-call list')).toBe(false);
  expect(text()).not.toContain('found');
});

test('a search looks for digits, says how many it finds, and is cleared', async () => {
  const screen = await renderScreen(<List onRemove={vi.fn()} />, {
    answers: {
      suppressions: {
        list: ({ search }) =>
          search === '2020'
            ? { numbers: [], next: null, counts: { matching: 0, total: 2 } }
            : { numbers: numbers(2), next: null, counts: { matching: 2, total: 2 } },
      },
    },
  });
  await enter('Search by digits', '(202) 0');
  await until(() => expect(text()).toContain('No number on the list contains 2020.'));
  expect(text()).toContain('0 numbers found');
  expect(screen.sent('suppressions.list').at(-1)).toMatchObject({ search: '2020' });
  await enter('Search by digits', 'smith');
  await until(() => expect(text()).toContain('“smith” is not part of a phone number.'));
  expect(isDisabled('Export CSV of the do-not-call list')).toBe(true);
  await click('Clear Search');
  await until(() => expect(hasButton('Remove +1 (202) 555-0101')).toBe(true));
});

test.each(['(202) 555-0143', '12025550143', '+1 202 555 0143'])(
  'a number that is looked for and not on the list is added without typing it again: %s',
  async (typed) => {
    let listed: SuppressionView[] = [];
    const screen = await renderScreen(<List onRemove={vi.fn()} />, {
      answers: {
        suppressions: {
          list: () => ({ numbers: listed, next: null, counts: { matching: listed.length, total: 1 } }),
          add: () => {
            listed = [number(43)];
            return { phone: '12025550143', added: true };
          },
        },
      },
    });
    await enter('Search by digits', typed);
    await until(() => expect(hasButton('Add to Do Not Call')).toBe(true));
    await click('Add to Do Not Call');
    expect(screen.sent('suppressions.add')).toEqual([{ phone: '12025550143' }]);
    await until(() => expect(hasButton('Remove +1 (202) 555-0143')).toBe(true));
  },
);

test('what is no whole number is only searched for', async () => {
  await renderScreen(<List onRemove={vi.fn()} />, {
    answers: {
      suppressions: { list: () => ({ numbers: [], next: null, counts: { matching: 0, total: 2 } }) },
    },
  });
  await enter('Search by digits', '202 555');
  await until(() => expect(text()).toContain('No number on the list contains 202555.'));
  expect([hasButton('Clear Search'), hasButton('Add to Do Not Call')]).toEqual([true, false]);
});

test('numbers are shown 25 a page', async () => {
  await renderScreen(<List onRemove={vi.fn()} />, {
    answers: {
      suppressions: {
        list: () => ({ numbers: numbers(30), next: null, counts: { matching: 30, total: 30 } }),
      },
    },
  });
  expect(text()).toContain('Page 1 of 2');
  await click('Next page');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(5);
});

test('a list that cannot be loaded is asked for again, and an empty one says what it is for', async () => {
  const list = vi.fn(() => Promise.reject<Page>(noResponse()));
  await renderScreen(<List onRemove={vi.fn()} />, { answers: { suppressions: { list } } });
  list.mockResolvedValue({ numbers: [], next: null, counts: { matching: 0, total: 0 } });
  await click('Retry');
  expect(text()).toContain('No numbers yet');
});
interface Page {
  numbers: SuppressionView[];
  next: null;
  counts: { matching: number; total: number };
}

const URL = 'https://hark.example/opt-outs/a';
const optOuts = (answers: NonNullable<Answers['optOuts']>) => ({ answers: { optOuts: answers } });

test('a webhook is created, and its secret shown once', async () => {
  const screen = await renderScreen(
    <WebhookWay />,
    optOuts({
      webhook: () => ({ url: null, renewed_at: null }),
      renewWebhookSecret: () => ({ secret: 's3cret' }) as never,
    }),
  );
  await click('Create Webhook');
  await until(() => expect(hasButton('Done')).toBe(true));
  expect(document.querySelector('input')?.value).toBe('s3cret');
  expect(screen.sent('optOuts.renewWebhookSecret')).toHaveLength(1);
  await click('Done');
  expect(hasButton('Done')).toBe(false);
});

test.each([
  ['Renew Secret', 'Renew the secret?', 'Renew', 'optOuts.renewWebhookSecret'],
  ['Remove', 'Remove the webhook?', 'Remove', 'optOuts.removeWebhook'],
])('%s is asked first, and only then done', async (name, question, confirm, procedure) => {
  const screen = await renderScreen(
    <WebhookWay />,
    optOuts({
      webhook: () => ({ url: URL, renewed_at: '2026-11-20T09:30:00.000Z' }),
      renewWebhookSecret: () => Promise.reject(noResponse()),
      removeWebhook: () => ({ success: true }) as never,
    }),
  );
  expect(text()).toContain(`${URL} Secret created ${AT_TEXT}`);
  await click(name);
  await until(() => expect(text()).toContain(question));
  await click('Keep');
  expect(text()).not.toContain(question);
  await click(name);
  const [dialog] = document.querySelectorAll('[role=alertdialog]');
  const confirmed = [...(dialog?.querySelectorAll('button') ?? [])].find((one) => text(one) === confirm);
  confirmed?.click();
  await until(() => expect(screen.sent(procedure)).toHaveLength(1));
  await until(() => expect(text()).not.toContain(question));
  const other =
    procedure === 'optOuts.removeWebhook' ? 'optOuts.renewWebhookSecret' : 'optOuts.removeWebhook';
  expect(screen.sent(other)).toEqual([]);
});

test.each([
  [undefined, 'The webhook was removed.'],
  [refusal('None', { status: 404 }), 'The webhook was already removed.'],
  [refusal('Not now', { status: 409 }), 'Not now'],
  [noResponse(), 'The webhook could not be removed. Please try again.'],
])('a removal says what came of it', async (error, said) => {
  await renderScreen(
    <WebhookWay />,
    optOuts({
      webhook: () => ({ url: URL, renewed_at: null }),
      removeWebhook: () => (error === undefined ? ({ success: true } as never) : Promise.reject(error)),
    }),
  );
  await click('Remove');
  const [dialog] = document.querySelectorAll('[role=alertdialog]');
  [...(dialog?.querySelectorAll('button') ?? [])].find((one) => text(one) === 'Remove')?.click();
  await until(() => expect(text()).toContain(said));
});
