import { createSavedListModel, type SavedList } from '#server/features/contact-lists/contact-list-model.ts';
import { ContactListStore } from '#server/features/contact-lists/contact-list-store.ts';
import {
  createListContactModel,
  ListContactStore,
} from '#server/features/contact-lists/list-contact-store.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { NumberHistoryStore } from '#server/features/drops/contacts/number-history-store.ts';
import { OWNER, phone } from '#server/testing/database/known-ids.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const list = (now: Date, id = 'list-1'): SavedList => ({
  _id: id,
  userId: OWNER,
  status: 'ready',
  name: 'List 1',
  size: 100,
  reserved: 0,
  columns: [],
  ownColumns: [],
  consent: { basis: 'written_consent', own_words: null, obtained_at: '2026-01-01', source: 'Form' },
  version: 1,
  createdAt: now,
  updatedAt: now,
  readers: [],
});
const EDIT = { id: 'edit', remove: [], growth: 0 };
const BUILD = { operation: 'union', left: 'list-1', right: 'list-4', after: '' } as const;
const CONTACT = { phone: phone(1), name: 'ana lopez', fields: {} };

const lists: StoreCases<ContactListStore> = {
  file: 'server/features/contact-lists/contact-list-store.ts',
  open: ({ connection }) => new ContactListStore(createSavedListModel(connection)),
  calls: {
    insert: (store, { now }) => store.insert({ ...list(now, 'list-new'), liveName: 'New' }),
    find: (store) => store.find('list-1'),
    findOwned: (store) => store.findOwned(OWNER, 'list-1'),
    findByDigest: (store) => store.findByDigest(OWNER, 'digest-1'),
    ofUser: (store) => store.ofUser(OWNER, 20),
    renew: (store, { now }) => store.renew('list-2', now),
    commit: (store, { now }) => store.commit('list-2', now),
    beginEdit: (store, { now }) => store.beginEdit(list(now), EDIT, now),
    finishEdit: (store, { now }) => store.finishEdit(list(now), EDIT, now),
    describe: (store, { now }) => store.describe(list(now), { name: 'Renamed', updatedAt: now }),
    markDeleting: (store, { now }) => store.markDeleting('list-7', now),
    hold: (store) => store.hold('list-4', 'list-3'),
    release: (store, { now }) => store.release(list(now, 'list-3')),
    markHeld: (store) => store.markHeld('list-3'),
    advance: (store, { now }) =>
      store.advance({ ...list(now, 'list-3'), build: BUILD }, { stored: 1, after: '1' }, now),
    finishBuild: (store, { now }) => store.finishBuild('list-3', now),
    claimDue: (store, { now }) => store.claimDue(now, new Date(now.getTime() + 1)),
    markErased: (store, { now }) => store.markErased('list-5', now),
    remove: (store) => store.remove('list-5'),
    idsOf: (store) => store.idsOf(OWNER, 20),
    eraseAll: (store, { now }) => store.eraseAll(OWNER, ['list-9'], list(now)),
  },
};

const contacts: StoreCases<ListContactStore> = {
  file: 'server/features/contact-lists/list-contact-store.ts',
  open: ({ connection }) => new ListContactStore(createListContactModel(connection)),
  calls: {
    insert: (store) => store.insert('list-new', [CONTACT]),
    remove: (store, { now }) => store.remove('list-0', [phone(2)], 2, now),
    put: (store) => store.put('list-0', CONTACT, 2, 'edit'),
    find: (store) => store.find('list-0', phone(1)),
    among: (store) => store.among('list-0', [phone(1), phone(3)]),
    after: (store) => store.after('list-0', phone(5), 20),
    stream: (store) => store.stream('list-0', 50),
    withNumber: async (store) => {
      await store.withNumber('list-0', '1202', '', 20);
      await store.withNumber('list-0', '1202', phone(5), 20);
    },
    withName: async (store) => {
      await store.withName('list-0', '', undefined, 20);
      await store.withName('list-0', 'ana', undefined, 20);
      await store.withName('list-0', 'ana', { name: 'ana 10', phone: phone(10) }, 20);
    },
    erase: (store) => store.erase('list-0', 20),
  },
};

const history: StoreCases<NumberHistoryStore> = {
  file: 'server/features/drops/contacts/number-history-store.ts',
  open: ({ connection }) => new NumberHistoryStore(createContactModel(connection)),
  calls: { callsTo: (store) => store.callsTo(phone(1), ['c-0', 'c-1', 'c-2', 'c-3']) },
};

export const contactListCalls = [...callsOf(lists), ...callsOf(contacts), ...callsOf(history)];
