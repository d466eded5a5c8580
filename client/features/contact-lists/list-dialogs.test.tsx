// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { held, noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, field, hasButton, noteOf, problemOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import CombineDialog from './combine-dialog.tsx';
import ContactDialog from './contact-dialog.tsx';
import ListConsentDialog from './list-consent-dialog.tsx';
import RemoveContactsDialog from './remove-contacts-dialog.tsx';
import RenameListDialog from './rename-list-dialog.tsx';

const AT = '2026-11-20T09:30:00.000Z';
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
const LIST = list('l1');
const ANA: ContactInput = {
  id: '7',
  first_name: 'Ana',
  last_name: 'Lee',
  phone_number: '+12025550101',
  recommended_phone: '12025550102',
  address1: '',
  address2: '',
  city: 'Miami',
  state: 'FL',
  zipcode: '',
  country: '',
  email: 'ana@example.com',
  company_name: '',
};
const BO: ContactInput = { ...ANA, first_name: 'Bo', last_name: '', recommended_phone: '12025550103' };
const lists = (answers: NonNullable<Answers['contactLists']>) => ({ answers: { contactLists: answers } });
const done = () => ({ success: true as const, list: LIST });

test('a list is renamed once, and its name is needed', async () => {
  const onClose = vi.fn();
  const answer = held<ReturnType<typeof done>>();
  const screen = await renderScreen(
    <RenameListDialog list={LIST} onClose={onClose} />,
    lists({ update: () => answer.promise }),
  );
  expect(field('Name').value).toBe('List l1');
  await enter('Name', ' ');
  await click('Save');
  expect(noteOf('Name')).toBe('A list name is required');
  await enter('Name', 'Regulars');
  await click('Save', 2);
  expect(screen.sent('contactLists.update')).toEqual([{ id: 'l1', name: 'Regulars' }]);
  await turn(() => {
    answer.give(done());
  });
  expect(text()).toContain('The list was renamed.');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a new contact is sent without the fields that are left empty filled by another number', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <ContactDialog list={LIST} onClose={onClose} />,
    lists({ addContact: done }),
  );
  await click('Add Contact');
  expect(noteOf('First name')).toBe('Missing FirstName');
  expect(screen.sent('contactLists.addContact')).toEqual([]);
  await enter('First name', 'zoe');
  await enter('Last name', 'young');
  await enter('Phone number', '(303) 555-0199');
  await enter('City', 'Denver');
  await click('Add Contact');
  const sent = screen.sent('contactLists.addContact') as { id: string; contact: ContactInput }[];
  expect(sent).toMatchObject([
    {
      id: 'l1',
      contact: {
        id: '13035550199',
        first_name: 'Zoe',
        last_name: 'Young',
        phone_number: '+13035550199',
        recommended_phone: '13035550199',
        city: 'Denver',
      },
    },
  ]);
  expect(text()).toContain('The contact was added.');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  [{ City: 'Tampa' }, { city: 'Tampa', phone_number: '+12025550101', recommended_phone: '12025550102' }],
  [{ 'Phone number': '2025550199' }, { phone_number: '+12025550199', recommended_phone: '12025550199' }],
])('a contact is corrected by the number that it had: %j', async (changes, sent) => {
  const screen = await renderScreen(
    <ContactDialog list={LIST} contact={ANA} onClose={vi.fn()} />,
    lists({ correctContact: done }),
  );
  for (const [label, value] of Object.entries(changes)) await enter(label, value);
  await click('Save');
  expect(screen.sent('contactLists.correctContact')).toMatchObject([
    { id: 'l1', phone: '12025550102', contact: { id: '7', email: 'ana@example.com', ...sent } },
  ]);
  expect(text()).toContain('The contact was corrected.');
});

test.each([
  [
    refusal('No', { details: { fields: { 'contact.zipcode': 'No such place' } } }),
    ['Zip code', 'No such place'],
  ],
  [refusal('The number is on the list'), ['Phone number', 'The number is on the list']],
  [noResponse(), ['Phone number', 'The contact could not be saved. Please try again.']],
])('a contact that is refused keeps its dialog, with the reason at a field', async (error, [label, said]) => {
  const onClose = vi.fn();
  await renderScreen(
    <ContactDialog list={LIST} contact={ANA} onClose={onClose} />,
    lists({ correctContact: () => Promise.reject(error) }),
  );
  await click('Save');
  expect(noteOf(label ?? '')).toBe(said);
  expect(onClose).not.toHaveBeenCalled();
});

const THREE = [list('l1'), list('l2', { status: 'building' }), list('l3'), list('l4')];
const combining = (answers: NonNullable<Answers['contactLists']>) =>
  lists({ list: () => ({ lists: THREE, most: { lists: 100, contacts: 1_000_000 } }), ...answers });
const combined = (change: Partial<ContactListView> = {}) => ({
  success: true as const,
  list: list('l9', { name: 'Both', size: 3, ...change }),
  existing: false,
  message: '',
  warnings: [],
});

test('lists that are ready are combined into a new one, which is opened', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <CombineDialog onClose={onClose} />,
    combining({ combine: () => combined() }),
  );
  expect(field('First list').textContent).toBe(
    'List l1 (2 contacts)List l3 (2 contacts)List l4 (2 contacts)',
  );
  await click('Create List');
  expect(noteOf('Name of the new list')).toBe('A list name is required');
  await click('The first list without the second');
  await enter('First list', 'l4');
  await enter('Second list', 'l1');
  await enter('Name of the new list', 'Both');
  await click('Create List');
  expect(screen.sent('contactLists.combine')).toEqual([
    { name: 'Both', operation: 'subtract', left: 'l4', right: 'l1' },
  ]);
  expect(text()).toContain('“Both” is saved with 3 contacts.');
  expect(screen.opened().at(-1)).toContain('l9');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a list that takes longer is said to be put together', async () => {
  await renderScreen(
    <CombineDialog onClose={vi.fn()} />,
    combining({ combine: () => combined({ status: 'building' }) }),
  );
  await enter('Name of the new list', 'Both');
  await click('Create List');
  expect(text()).toContain('“Both” is being put together.');
});

test('a list is not combined with itself, which is said at once', async () => {
  await renderScreen(<CombineDialog onClose={vi.fn()} />, combining({}));
  await enter('Second list', 'l1');
  expect(noteOf('Second list')).toBe('Please choose two different lists.');
});

test('a union of different consents asks for one, which other ways to combine do not send', async () => {
  const refused = refusal('The consents differ', { details: { fields: { consent: 'Needed' } } });
  const screen = await renderScreen(
    <CombineDialog onClose={vi.fn()} />,
    combining({ combine: () => Promise.reject(refused) }),
  );
  await enter('Name of the new list', 'Both');
  await click('Create List');
  expect(noteOf('Second list')).toBe('The consents differ');
  expect(field('Where it was obtained').value).toBe('Form');
  await enter('Where it was obtained', 'Shop');
  await click('Create List');
  await click('Only people on both lists');
  expect(text()).not.toContain('Where it was obtained');
  await click('Create List');
  const given = { name: 'Both', left: 'l1', right: 'l3' };
  expect(screen.sent('contactLists.combine')).toEqual([
    { ...given, operation: 'union' },
    { ...given, operation: 'union', consent: { ...CONSENT, source: 'Shop' } },
    { ...given, operation: 'intersect' },
  ]);
});

test('the consent that is entered for a union of two lists is not that of others', async () => {
  const refused = refusal('The consents differ', { details: { fields: { consent: 'Needed' } } });
  const screen = await renderScreen(
    <CombineDialog onClose={vi.fn()} />,
    combining({ combine: () => Promise.reject(refused) }),
  );
  await enter('Name of the new list', 'Both');
  for (const [which, id] of [
    ['First list', 'l4'],
    ['Second list', 'l1'],
  ] as const) {
    await click('Create List');
    await enter('Where it was obtained', 'Shop');
    await enter(which, id);
    expect(text()).not.toContain('Where it was obtained');
  }
  await click('Create List');
  expect(screen.sent('contactLists.combine')).toEqual([
    { name: 'Both', operation: 'union', left: 'l1', right: 'l3' },
    { name: 'Both', operation: 'union', left: 'l4', right: 'l3' },
    { name: 'Both', operation: 'union', left: 'l4', right: 'l1' },
  ]);
});

test('the consent of a list is changed once it is complete', async () => {
  const onClose = vi.fn();
  const screen = await renderScreen(
    <ListConsentDialog list={LIST} onClose={onClose} />,
    lists({ update: done }),
  );
  await enter('Where it was obtained', ' ');
  await click('Save Consent');
  expect(noteOf('Where it was obtained')).toBe('Please say where consent was obtained');
  expect(screen.sent('contactLists.update')).toEqual([]);
  await enter('Where it was obtained', ' Shop ');
  await enter('Obtained on', '2026-01-31');
  await click('Save Consent');
  expect(screen.sent('contactLists.update')).toEqual([
    { id: 'l1', consent: { ...CONSENT, obtained_at: '2026-01-31', source: 'Shop' } },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a consent that cannot be changed keeps its dialog', async () => {
  const onClose = vi.fn();
  await renderScreen(
    <ListConsentDialog list={LIST} onClose={onClose} />,
    lists({ update: () => Promise.reject(noResponse()) }),
  );
  await click('Save Consent');
  expect(text()).toContain('The consent could not be changed. Please try again.');
  expect(problemOf()).not.toBe('');
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  [[ANA], 'Remove Ana Lee?', 'Ana Lee was removed from the list.'],
  [[ANA, BO], 'Remove 2 contacts?', '2 contacts removed from the list.'],
])('contacts are removed by the numbers that are dialled', async (contacts, question, said) => {
  const [onClose, onRemoved] = [vi.fn(), vi.fn()];
  const phones = contacts.map(({ recommended_phone: phone }) => phone);
  const screen = await renderScreen(
    <RemoveContactsDialog list={LIST} contacts={contacts} onRemoved={onRemoved} onClose={onClose} />,
    lists({ removeContacts: () => ({ ...done(), removed: contacts.length }) }),
  );
  expect(text()).toContain(question);
  await click('Remove');
  expect(screen.sent('contactLists.removeContacts')).toEqual([{ id: 'l1', phones }]);
  expect(text()).toContain(said);
  expect(onRemoved).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('contacts that could not be removed stay chosen', async () => {
  const onRemoved = vi.fn();
  await renderScreen(
    <RemoveContactsDialog list={LIST} contacts={[ANA]} onRemoved={onRemoved} onClose={vi.fn()} />,
    lists({ removeContacts: () => Promise.reject(noResponse()) }),
  );
  await click('Remove');
  expect(text()).toContain('The contact could not be removed. Please try again.');
  expect(onRemoved).not.toHaveBeenCalled();
  expect(hasButton('Remove')).toBe(true);
});
