// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { click, hasButton, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import type { ListCheck } from './use-list-check.ts';
import { WhoIsCalled } from './who-is-called.tsx';

const RESULT: CheckListOutput = {
  success: true,
  contacts: 5,
  classes: [],
  warnings: [],
  left_out_total: 0,
  skipped: [],
  left_out: [],
};
const open = async (change: Partial<ListCheck>) => {
  const check: ListCheck = {
    result: undefined,
    checking: false,
    share: 0,
    failed: false,
    cancel: vi.fn(),
    check: vi.fn(),
    ...change,
  };
  await renderScreen(<WhoIsCalled check={check} />);
  return check;
};

test.each<[Partial<ListCheck>, string, string]>([
  [{ checking: true }, 'Checking your list against the do-not-call list', 'was not checked'],
  [{ failed: true }, 'The list could not be checked.', 'was not checked'],
  [{}, 'The list was not checked. It is when you publish the campaign.', 'could not'],
  [{ result: RESULT }, 'Who is called 5 contacts Nobody on this list is left out.', 'was not checked'],
  [{ result: { ...RESULT, contacts: 0 } }, 'Nobody on this list can be called', 'was not checked'],
])('of %j a person reads: %s', async (change, said, unsaid) => {
  await open(change);
  expect(text()).toContain(said);
  expect(text()).not.toContain(unsaid);
});

test.each<[Partial<ListCheck>, string, 'cancel' | 'check']>([
  [{ checking: true }, 'Cancel', 'cancel'],
  [{ failed: true }, 'Retry', 'check'],
  [{}, 'Check the list', 'check'],
])('of %j, %s does %s', async (change, name, called) => {
  const check = await open(change);
  await click(name);
  expect(check[called]).toHaveBeenCalledOnce();
});

test('who is left out is counted by reason, and what the files lack is said', async () => {
  const person = { line: 2, phone: '12025550101', name: 'Ana', reason: 'do not call' } as const;
  await open({
    result: {
      ...RESULT,
      contacts: 1_000,
      left_out_total: 30,
      left_out: [person],
      skipped: [{ reason: 'do not call', count: 30 }],
    },
  });
  expect(text()).toContain('1,000 of 1,030 contacts');
  expect(text()).toContain('30 contacts left out');
  expect(text()).toContain('The files have the first 1 of them.');
  expect(hasButton('Check the list')).toBe(false);
});
