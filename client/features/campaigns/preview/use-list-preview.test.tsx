// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import type { Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
import { useKeptPreview, useListPreview } from './use-list-preview.ts';

const KEPT: Upload = {
  status: 'kept',
  campaign: { id: 'c1', name: 'Spring', contacts: 3, dropDate: '', split: null, seen: '' },
};
const LIST: Upload = {
  status: 'list',
  list: { id: 'l1', name: 'Clients', size: 3, columns: [], own_columns: [], consent: {} as never },
};
const NONE: Upload = { status: 'none' };
const NAMES = ['Ana', 'Bo', 'Cy'];

const answers = {
  campaigns: {
    contacts: ({ page }: { page?: number }) => ({ contacts: [{ first_name: NAMES[(page ?? 1) - 1] }] }),
  },
  contactLists: {
    contacts: ({ cursor }: { cursor?: unknown }) =>
      cursor === undefined
        ? { contacts: [{ first_name: 'Ana' }, { first_name: 'Bo' }], next: 'n' }
        : { contacts: [{ first_name: 'Cy' }], next: null },
  },
} as never;

test.each([
  ['kept contacts', useKeptPreview, LIST],
  ['kept contacts', useKeptPreview, NONE],
  ['a saved list', useListPreview, KEPT],
  ['a saved list', useListPreview, NONE],
])('the preview of %s is that of no others', async (_, use, upload) => {
  expect((await renderHook(use, upload)).result()).toBeUndefined();
});

test('the contacts of a replaced campaign are shown one by one, in a circle', async () => {
  const hook = await renderHook(useKeptPreview, KEPT, { answers });
  await turn();
  const shown = () => [hook.result()?.index, hook.result()?.contact?.first_name];
  expect([hook.result()?.count, ...shown()]).toEqual([3, 0, 'Ana']);
  for (const [next, index, name] of [
    [1, 1, 'Bo'],
    [-1, 2, 'Cy'],
    [3, 0, 'Ana'],
  ] as const) {
    await turn(() => {
      hook.result()?.show(next);
    });
    await turn();
    expect(shown()).toEqual([index, name]);
  }
  expect(hook.sent('campaigns.contacts')[1]).toMatchObject({ id: 'c1', page: 2, page_size: 1 });
});

test('a replaced campaign without contacts shows none', async () => {
  const empty: Upload = { status: 'kept', campaign: { ...KEPT.campaign, contacts: 0 } };
  const none = { campaigns: { contacts: () => ({ contacts: [] }) } } as never;
  const hook = await renderHook(useKeptPreview, empty, { answers: none });
  await turn(() => {
    hook.result()?.show(1);
  });
  expect(hook.result()).toMatchObject({ index: 0, count: 0, contact: null });
});

test('the contacts of a saved list are loaded by pages, as the last of them is shown', async () => {
  const hook = await renderHook(useListPreview, LIST, { answers });
  expect(hook.first()).toMatchObject({ index: 0, contact: null, count: null });
  await turn();
  const shown = () => [hook.result()?.index, hook.result()?.contact?.first_name, hook.result()?.count];
  expect(shown()).toEqual([0, 'Ana', 2]);
  expect(hook.sent('contactLists.contacts')).toMatchObject([{ id: 'l1', limit: 100 }]);
  await turn(() => {
    hook.result()?.show(0);
  });
  expect(hook.sent('contactLists.contacts')).toHaveLength(1);
  await turn(() => {
    hook.result()?.show(1);
  });
  await turn();
  expect(shown()).toEqual([1, 'Bo', 3]);
  await turn(() => {
    hook.result()?.show(-1);
  });
  expect(shown()).toEqual([2, 'Cy', 3]);
  await turn(() => {
    hook.result()?.show(3);
  });
  expect([...shown(), hook.sent('contactLists.contacts').length]).toEqual([0, 'Ana', 3, 2]);
});
