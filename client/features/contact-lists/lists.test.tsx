// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { Router } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { MAX_REMOVED, type ContactListView, type PersonHistory } from '#shared/schemas/contact-lists.ts';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { button, click, enter, field, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn, until } from '#client/testing/turn.ts';
import { momentText } from '#client/ui/display/moment-text.ts';
import { ChosenContacts } from './chosen-contacts.tsx';
import { ListContacts } from './list-contacts.tsx';
import { ListDetail } from './list-detail.tsx';
import { ListsOverview } from './lists-overview.tsx';
import PersonHistoryPanel from './person-history.tsx';

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);
const CONSENT = {
  basis: 'existing_customer',
  own_words: null,
  obtained_at: '2025-03-01',
  source: 'Form',
} as const;
const list = (id: string, change: Partial<ContactListView> = {}): ContactListView => ({
  id,
  name: `List ${id}`,
  status: 'ready',
  size: 2,
  columns: [],
  own_columns: [],
  consent: CONSENT,
  version: 1,
  used_by: 0,
  created_at: AT,
  updated_at: AT,
  ...change,
});
type Person = Omit<ContactInput, 'custom'>;
const person = (at: number): Person => ({
  id: String(at),
  first_name: `Ana${String(at)}`,
  last_name: 'Lee',
  phone_number: '',
  recommended_phone: String(12025550100 + at),
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipcode: '',
  country: '',
  email: '',
  company_name: '',
});
const people = (count: number) => Array.from({ length: count }, (_, at) => person(at));
const lists = (answers: NonNullable<Answers['contactLists']>) => ({ answers: { contactLists: answers } });
const page = (contacts: Person[], next: string | null = null) => ({ contacts, next });
const most = { lists: 100, contacts: 5_000_000 };

/** Renders a page whose address is the browser's, at a path. */
function renderAt(path: string, content: React.ReactNode, answers: NonNullable<Answers['contactLists']>) {
  window.history.replaceState(null, '', path);
  return renderScreen(<Router hook={useBrowserLocation}>{content}</Router>, lists(answers));
}

test.each([
  [0, true],
  [1, true],
  [2, false],
])('with %i lists, combining is refused: %s', async (count, refused) => {
  const all = Array.from({ length: count }, (_, at) => list(`l${String(at)}`));
  await renderAt('/contacts', <ListsOverview />, { list: () => ({ lists: all, most }) });
  expect(isDisabled('Combine Lists')).toBe(refused);
  expect(text().includes('No contact lists yet')).toBe(count === 0);
});

test('lists are searched by their name, and one that is built says so', async () => {
  const all = [list('l1', { name: 'Spring' }), list('l2', { name: 'Autumn', status: 'building', size: 7 })];
  await renderAt('/contacts', <ListsOverview />, { list: () => ({ lists: all, most }) });
  expect(text()).toContain('2 lists with 9 contacts.');
  expect(text()).toContain('Building · 7 contacts');
  await enter('Search lists by name', 'spr ');
  await until(() => {
    expect(hasButton('Autumn')).toBe(false);
  });
  expect(hasButton('Spring')).toBe(true);
  expect(field('Search lists by name').value).toBe('spr ');
  await enter('Search lists by name', 'x');
  await until(() => {
    expect(text()).toContain('No list matches No list is named “x”.');
  });
});

test('lists that cannot be loaded are asked for again', async () => {
  const load = vi.fn(() => Promise.reject<{ lists: ContactListView[]; most: typeof most }>(noResponse()));
  await renderAt('/contacts', <ListsOverview />, { list: load });
  load.mockResolvedValue({ lists: [list('l1')], most });
  await click('Retry');
  expect(hasButton('List l1')).toBe(true);
});

const detail = (of: ContactListView) => ({
  list: of,
  campaigns: ['Autumn', 'Winter', 'Spring', 'Summer'].map((name) => ({ id: name, name, created_at: AT })),
});
const empty = () => page([]);

test('a list says what it is, and where it was used last', async () => {
  await renderAt('/contacts?list=l1', <ListDetail id="l1" />, {
    get: () => detail(list('l1', { used_by: 4 })),
    contacts: empty,
  });
  expect(text()).toContain('Consent Existing customer, 2025-03-01');
  expect(text()).toContain(`Where it was obtained Form Created ${AT_TEXT}`);
  expect(text()).toMatch(/Used by Autumn , Winter , Spring/);
  expect(hasButton('Summer')).toBe(false);
  expect(button('Start a Campaign').getAttribute('href')).toContain('list=l1');
  expect(document.title).toBe('List l1 · Hark');
});

test.each([
  [{ status: 'building' as const }, true, false],
  [{ size: 0 }, false, false],
  [{}, false, true],
])('a list that is %j takes no contact: %s, and can be used: %s', async (change, refused, usable) => {
  await renderAt('/contacts?list=l1', <ListDetail id="l1" />, {
    get: () => ({ list: list('l1', change), campaigns: [] }),
    contacts: empty,
  });
  expect(isDisabled('Add Contact')).toBe(refused);
  expect(hasButton('Start a Campaign')).toBe(usable);
  expect(text()).toContain('No campaign yet');
});

test.each([
  ['Rename', 'Rename the list'],
  ['Add Contact', 'Add a contact'],
  ['Change Consent', 'Consent of the list'],
])('%s opens its dialog', async (name, title) => {
  await renderAt('/contacts?list=l1', <ListDetail id="l1" />, {
    get: () => detail(list('l1')),
    contacts: empty,
  });
  await click(name);
  await until(() => button('Cancel'));
  expect(text()).toContain(title);
  await click('Cancel');
  expect(hasButton('Cancel')).toBe(false);
});

test('a renamed list has its new name at once', async () => {
  const get = vi.fn(() => detail(list('l1')));
  await renderAt('/contacts?list=l1', <ListDetail id="l1" />, {
    get,
    contacts: empty,
    update: ({ name }) => {
      get.mockReturnValue(detail(list('l1', { name: name ?? '' })));
      return { success: true, list: list('l1') };
    },
  });
  await click('Rename');
  await until(() => field('Name'));
  await enter('Name', 'Regulars');
  await click('Save');
  await until(() => expect(document.title).toBe('Regulars · Hark'));
  expect(text()).not.toContain('List l1');
});

test.each([
  ['/contacts', <ListsOverview key="all" />, 'list' as const],
  ['/contacts?list=l1', <ListDetail key="one" id="l1" />, 'get' as const],
])('at %s a list that is built is asked for until it is ready', async (path, content, procedure) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const found = vi.fn(() => list('l1', { status: 'building' }));
  const screen = await renderAt(path, content, {
    list: () => ({ lists: [found()], most }),
    get: () => detail(found()),
    contacts: empty,
  });
  const wait = () =>
    turn(() => {
      vi.advanceTimersByTime(1_500);
    });
  await wait();
  expect(screen.sent(`contactLists.${procedure}`)).toHaveLength(2);
  found.mockReturnValue(list('l1'));
  await wait();
  await wait();
  await wait();
  expect(screen.sent(`contactLists.${procedure}`)).toHaveLength(3);
});

test.each([
  [undefined, '“List l1” was deleted.'],
  [noResponse(), 'The list could not be deleted. Please try again.'],
])('a list is deleted after a question', async (error, said) => {
  const screen = await renderAt('/contacts?list=l1', <ListDetail id="l1" />, {
    get: () => detail(list('l1')),
    contacts: empty,
    delete: () => (error === undefined ? { success: true } : Promise.reject(error)),
  });
  // The way back would lead to what is gone.
  const pushed = vi.spyOn(window.history, 'pushState');
  await click('Delete');
  await click('Delete List');
  expect(screen.sent('contactLists.delete')).toEqual([{ id: 'l1' }]);
  expect(text()).toContain(said);
  expect(window.location.search).toBe(error === undefined ? '' : '?list=l1');
  expect(pushed).not.toHaveBeenCalled();
  pushed.mockRestore();
});

test('a list that is gone leads to the others, and one that cannot be loaded is asked for again', async () => {
  const get = vi.fn(() => Promise.reject<ReturnType<typeof detail>>(refusal('None', { status: 404 })));
  await renderAt('/contacts?list=l1', <ListDetail id="l1" />, { get });
  expect(text()).toContain('This list was deleted');
  expect(hasButton('Retry')).toBe(false);
});

test('contacts are shown 25 a page, with the size of the list, and searched', async () => {
  const found = vi.fn(({ search }: { search?: string | undefined }) =>
    search === 'zoe' ? page(people(50), 'c2') : page(people(50), 'c1'),
  );
  const screen = await renderAt('/contacts?list=l1', <ListContacts list={list('l1', { size: 600 })} />, {
    contacts: (input) => (input.cursor === 'c1' ? page(people(60).slice(50)) : found(input)),
  });
  expect(text()).toContain('Page 1 of 24');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(25);
  await click('Next page');
  expect(hasButton('Correct Ana25 Lee')).toBe(true);
  await enter('Search by name or number', 'zoe');
  // How many a search finds is known for what is loaded.
  await until(() => expect(text()).toContain('Page 1 of 3'));
  expect(window.location.search).toBe('?list=l1&search=zoe');
  expect(screen.sent('contactLists.contacts').at(-1)).toMatchObject({ id: 'l1', search: 'zoe', limit: 50 });
});

test.each([
  ['Correct Ana1 Lee', 'Correct a contact'],
  ['Remove Ana1 Lee', 'Remove Ana1 Lee?'],
  ['Calls to Ana1 Lee', 'Calls to Ana1 Lee +1 (202) 555-0101'],
])('%s asks about that contact', async (name, title) => {
  await renderAt('/contacts?list=l1', <ListContacts list={list('l1')} />, {
    contacts: () => page(people(2)),
    history: () => ({ phone: '12025550101', calls: 0, delivered: 0, last_at: null, campaigns: [] }),
  });
  await click(name);
  await until(() => expect(text()).toContain(title));
});

test('the chosen contacts are removed together, and none is chosen then', async () => {
  const screen = await renderAt('/contacts?list=l1', <ListContacts list={list('l1')} />, {
    contacts: () => page(people(3)),
    removeContacts: () => ({ success: true, list: list('l1'), removed: 2 }),
  });
  await click('Choose this page');
  expect(text()).toContain('3 contacts chosen');
  field('Choose Ana1 Lee').click();
  await until(() => expect(text()).toContain('2 contacts chosen'));
  await click('Remove the chosen contacts');
  await until(() => expect(text()).toContain('Remove 2 contacts?'));
  await click('Remove');
  expect(screen.sent('contactLists.removeContacts')).toEqual([
    { id: 'l1', phones: ['12025550100', '12025550102'] },
  ]);
  expect(text()).not.toContain('contacts chosen');
});

test.each([
  [MAX_REMOVED - 2, false],
  [MAX_REMOVED - 1, true],
])('with %i contacts chosen, two more are too many: %s', async (count, refused) => {
  const chosen = new Map(people(count).map((one) => [`c${one.id}`, one]));
  await renderScreen(
    <ChosenContacts chosen={chosen} shown={people(2)} onChange={vi.fn()} onRemove={vi.fn()} />,
  );
  expect(isDisabled('Choose this page')).toBe(refused);
});

const campaign = (
  name: string,
  status: 'pending' | 'sending' | 'success' | 'failed',
  reason: string | null,
) => ({
  id: name,
  name,
  status,
  reason,
  reason_code: reason === null ? null : ('4006' as const),
  at: status === 'pending' ? null : AT,
});
const CALLS: PersonHistory['campaigns'] = [
  campaign('Autumn', 'failed', 'Busy'),
  campaign('Winter', 'success', null),
  campaign('Spring', 'pending', null),
  campaign('Summer', 'sending', null),
];

test.each<[Partial<PersonHistory>, string]>([
  [{ calls: 1, delivered: 1, last_at: AT }, `Called once, last on ${AT_TEXT}, delivered 1.`],
  [{ calls: 3, delivered: 2, last_at: AT }, `Called 3 times, last on ${AT_TEXT}, delivered 2.`],
  [{}, 'Not called yet.'],
])('the calls to a person are summed up and listed', async (change, summary) => {
  const history = {
    phone: '12025550101',
    calls: 0,
    delivered: 0,
    last_at: null,
    campaigns: CALLS,
    ...change,
  };
  const screen = await renderScreen(
    <PersonHistoryPanel contact={person(1)} onClose={vi.fn()} />,
    lists({ history: () => history }),
  );
  expect(screen.sent('contactLists.history')).toEqual([{ phone: '12025550101' }]);
  expect(text()).toContain(
    `${summary} Autumn Failed ${AT_TEXT} · Busy Winter Delivered ${AT_TEXT} Spring Pending Not called yet Summer Sending ${AT_TEXT}`,
  );
  expect(button('Autumn').getAttribute('href')).toBe('/analytics/details/Autumn');
});
