import type { mongo } from 'mongoose';
import { HOUR_MS } from '#shared/time-units.ts';
import { halfOf, phone, type At, type Factories } from './known-ids.ts';

/** Returns the documents of saved contact lists, by collection. */
export function listFactories(at: At): Factories {
  return {
    contact_lists: (i) => contactList(i, at),
    list_contacts: (i) => listContact(i, at),
  };
}

/** Returns saved contact list number `i`; the first ones are in every state. */
function contactList(i: number, at: At): mongo.Document {
  const status =
    i < 100 ? (['ready', 'ready', 'preparing', 'building', 'ready', 'deleting'][i % 6] ?? '') : 'ready';
  return {
    _id: `list-${String(i)}`,
    userId: halfOf(i, 'u'),
    status,
    name: `List ${String(i)}`,
    ...(status !== 'deleting' && { liveName: `List ${String(i)}`, digest: `digest-${String(i)}` }),
    size: 100,
    reserved: 0,
    columns: ['first_name'],
    ownColumns: [],
    version: 1,
    createdAt: at(-i * 1_000),
    updatedAt: at(-i * 1_000),
    readers: status === 'ready' && i < 5 ? ['list-3'] : [],
    ...(status === 'building' && {
      build: { operation: 'union', left: 'list-1', right: 'list-4', after: '' },
    }),
    ...(status !== 'ready' && { dueAt: at(-HOUR_MS) }),
  };
}

/** Returns contact number `i` of the saved lists; every tenth is removed. */
function listContact(i: number, at: At): mongo.Document {
  const listId = halfOf(i, 'list');
  const _id = `${listId}:${phone(i)}`;
  if (i % 10 === 9) return { _id, v: 2, removedAt: at(-1_000) };
  return { _id, listId, phone: phone(i), name: `ana ${String(i)}`, fields: { first_name: 'Ana' }, v: 1 };
}
