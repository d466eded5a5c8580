// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import { enter, text } from '#client/testing/page.ts';
import { held, noResponse } from '#client/testing/fake-server.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import SearchDialog from './search-dialog.tsx';

const FIELD = 'Campaigns, numbers, lists, voices, pages';
const links = () => [...document.querySelectorAll('a')];
const hrefs = () => links().map((link) => link.getAttribute('href'));
const press = (key: string) =>
  turn(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
const answers = {
  campaigns: { group: () => ({ campaigns: [{ name: 'Spring 50%', status_message: 'Success' }] }) as never },
  contactLists: {
    list: () =>
      ({
        lists: [
          { id: 'l1', name: 'Spring fair', size: 3 },
          { id: 'l2', name: 'Autumn', size: 1 },
        ],
      }) as never,
    history: () => ({ campaigns: [{ name: 'Spring 50%' }] }) as never,
  },
  voices: { list: () => ({ voices: [{ title: 'Spring voice' }, { title: 'Ana' }] }) as never },
};

test('a search finds campaigns, lists and voices by their names, and arrow keys move through them', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(<SearchDialog onClose={onClose} />, { answers });
  expect(text()).toContain('Pages and actions');
  await enter(FIELD, 'spring');
  await until(() =>
    expect(hrefs()).toEqual(['/analytics/details/Spring%2050%25', '/contacts?list=l1', '/my-voice']),
  );
  expect(screen.sent('campaigns.group').at(-1)).toMatchObject({ search: 'spring' });
  expect(screen.sent('contactLists.history')).toEqual([]);
  document.querySelector('input')?.focus();
  await press('ArrowDown');
  await press('ArrowDown');
  expect(document.activeElement).toBe(links()[1]);
  await press('ArrowUp');
  await press('ArrowUp');
  expect(document.activeElement).toBe(document.querySelector('input'));
  await press('Enter');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a number leads to the calls to it, and to the do-not-call list', async () => {
  const screen = await renderScreen(<SearchDialog onClose={vi.fn()} />, { answers });
  await enter(FIELD, '(202) 555-1001');
  await until(() =>
    expect(hrefs()).toEqual(
      expect.arrayContaining([
        '/analytics/details/Spring%2050%25?search=12025551001',
        '/do-not-call?search=12025551001',
      ]),
    ),
  );
  expect(text()).toContain('Stop calling +1 (202) 555-1001');
  expect(screen.sent('contactLists.history')).toEqual([{ phone: '12025551001' }]);
});

test('nothing found, and results that could not be loaded, are said', async () => {
  const nothing = {
    campaigns: { group: () => ({ campaigns: [] }) as never },
    contactLists: { list: () => ({ lists: [] }) as never },
    voices: { list: () => Promise.reject(noResponse()) },
  };
  await renderScreen(<SearchDialog onClose={vi.fn()} />, { answers: nothing });
  await enter(FIELD, 'zebra');
  await until(() => expect(text()).toContain('Some results could not be loaded.'));
});

describe('Enter opens the first result of what is typed', () => {
  /** What was found for the first and the second search. */
  const foundOf = (name: string) => ({ campaigns: [{ name, status_message: 'Success' }] }) as never;
  const renderDialog = async (given = answers) =>
    renderScreen(<SearchDialog onClose={vi.fn()} />, { answers: given });
  const enterAndConfirm = async (search: string) => {
    await enter(FIELD, search);
    document.querySelector('input')?.focus();
    await press('Enter');
  };

  test('before a pause: not of what was found without a text', async () => {
    const nothing = { ...answers, campaigns: { group: () => ({ campaigns: [] }) as never } };
    const screen = await renderDialog(nothing);
    await enterAndConfirm('billing');
    expect(screen.opened()).toEqual(['/']);
    await until(() => expect(screen.opened()).toEqual(['/', '/billing']));
  });

  test('while it is loading: not of the text before', async () => {
    const second = held<never>();
    const group = vi
      .fn<() => Promise<never>>(() => second.promise)
      .mockResolvedValueOnce(foundOf('Spring 1'));
    const screen = await renderDialog({ ...answers, campaigns: { group: group as never } });
    await enter(FIELD, 'spring');
    await until(() => expect(text()).toContain('Spring 1'));
    await enterAndConfirm('autumn');
    await until(() => expect(group).toHaveBeenCalledTimes(2));
    expect(screen.opened()).toEqual(['/']);
    second.give(foundOf('Autumn 1'));
    await until(() => expect(screen.opened()).toEqual(['/', '/analytics/details/Autumn%201']));
  });

  test('while the first is loading, unless more is typed then', async () => {
    const first = held<never>();
    const group = vi.fn<() => Promise<never>>(() => first.promise);
    const screen = await renderDialog({ ...answers, campaigns: { group: group as never } });
    await enterAndConfirm('spring');
    await until(() => expect(group).toHaveBeenCalledTimes(1));
    await enter(FIELD, 'spring ');
    first.give(foundOf('Spring 1'));
    await until(() => expect(text()).toContain('Spring 1'));
    expect(screen.opened()).toEqual(['/']);
    await press('Enter');
    expect(screen.opened()).toEqual(['/', '/analytics/details/Spring%201']);
  });
});
