import { z } from 'zod';
import { CONTACT_LISTS_PATH as PATH } from '#shared/paths.ts';
import { MAX_CONTACT_LISTS, MAX_LISTED_CONTACTS } from '#shared/limits.ts';
import {
  addListContactInput,
  combineListsInput,
  contactListOutput,
  contactListRef,
  contactListsOutput,
  correctListContactInput,
  createListInput,
  createListOutput,
  listChangedOutput,
  listContactsFields,
  listContactsOutput,
  listContactsRemovedOutput,
  listDeletedOutput,
  personHistoryInput,
  personHistoryOutput,
  removeListContactsInput,
  updateListInput,
} from '#shared/schemas/contact-lists.ts';
import { notFound } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { runIdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { bodyRoutes } from '#server/platform/trpc/body-routes.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { combineLists } from './combine-lists.ts';
import { contactPage } from './contact-pages.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createList } from './create-list.ts';
import { addContact, correctContact, removeContacts, wasAdded } from './edit-contacts.ts';
import { listBusy, nameTaken, shownList, shownLists } from './present-list.ts';
import { historyOf } from './person-history.ts';
import { createListUpload } from './list-upload.ts';
import { discardList } from './sweep-lists.ts';

const LIST_PATH = `${PATH}{id}/`;
const CONTACTS_PATH = `${LIST_PATH}contacts/`;
const SHOWN_CAMPAIGNS = 20;

/** Procedures on the caller's saved contact lists. */
export function createContactListsRouter(deps: ContactListsDeps) {
  const listProcedure = createListProcedure(deps).meta({ errors: ['CONFLICT'] });
  return router({
    ...listProcedures(deps),
    ...changeProcedures(deps, listProcedure),
    ...contactProcedures(deps, listProcedure),
  });
}

/** A procedure on one of the caller's lists; adds `ctx.list`. Responds 401, then 404, and validates the rest afterwards. */
function createListProcedure(deps: ContactListsDeps) {
  return protectedProcedure.input(contactListRef).use(async ({ ctx, input, next }) => {
    const list = await deps.lists.findOwned(ctx.user.uid, input.id);
    if (list === undefined) throw notFound('List');
    return next({ ctx: { ...ctx, list } });
  });
}

type ListProcedure = ReturnType<typeof createListProcedure>;

/** Returns the response of a changed list. */
async function changed(deps: ContactListsDeps, uid: string, id: string) {
  return { success: true as const, list: await shownList(deps, uid, id) };
}

/** Procedures that list and make lists. */
function listProcedures(deps: ContactListsDeps) {
  return {
    list: protectedProcedure
      .meta({ rest: { method: 'GET', path: PATH, summary: 'Your saved contact lists, the latest first' } })
      .output(contactListsOutput)
      .query(async ({ ctx: { user } }) => ({
        lists: await shownLists(deps, user.uid),
        most: { lists: MAX_CONTACT_LISTS, contacts: MAX_LISTED_CONTACTS },
      })),

    create: protectedProcedure
      .meta({
        cost: 'list',
        rest: bodyRoutes(
          {
            method: 'POST',
            path: PATH,
            status: 201,
            summary: 'Save a contact list, to make campaigns from it',
            errors: [
              'INVALID_CSV',
              'CONSENT_REQUIRED',
              'ALREADY_EXISTS',
              'LIMIT_REACHED',
              // A file is read for those who have a plan.
              'SUBSCRIPTION_REQUIRED',
              'PAYMENT_OVERDUE',
            ],
            idempotent: true,
            upload: createListUpload(deps),
          },
          ['application/json', 'multipart/form-data'],
        ),
      })
      .input(createListInput)
      .output(createListOutput)
      .mutation(({ ctx: { user, idempotencyKey }, input: { contacts, ...draft } }) =>
        createList(deps, { uid: user.uid, idempotencyKey, draft, source: deps.sourceOf(contacts, draft) }),
      ),

    combine: protectedProcedure
      .meta({
        cost: 'list',
        rest: {
          method: 'POST',
          path: `${PATH}combine/`,
          status: 201,
          summary: 'Make a list from two others: all of both, one without the other, or what both have',
          errors: ['CONSENT_REQUIRED', 'ALREADY_EXISTS', 'LIMIT_REACHED'],
          idempotent: true,
        },
      })
      .input(combineListsInput)
      .output(listChangedOutput)
      .mutation(({ ctx, input }) => combineLists(deps, ctx, input)),
  };
}

/** Procedures on one list as a whole. */
function changeProcedures(deps: ContactListsDeps, listProcedure: ListProcedure) {
  return {
    get: listProcedure
      .meta({ rest: { method: 'GET', path: LIST_PATH, summary: 'A saved contact list' } })
      .output(contactListOutput)
      .query(async ({ ctx: { user, list } }) => ({
        list: await shownList(deps, user.uid, list._id),
        campaigns: await deps.campaigns.madeFrom(user.uid, list._id, SHOWN_CAMPAIGNS),
      })),

    update: listProcedure
      .meta({
        rest: {
          method: 'PUT',
          path: LIST_PATH,
          summary: 'Change the name or the consent of a list',
          errors: ['ALREADY_EXISTS'],
        },
      })
      .input(updateListInput)
      .output(listChangedOutput)
      .mutation(async ({ ctx: { user, list }, input: { name, consent } }) => {
        const change = {
          ...(name !== undefined && { name }),
          ...(consent !== undefined && { consent: await deps.consentOf(user.uid, consent) }),
          updatedAt: deps.clock.now(),
        };
        if (!(await deps.lists.describe(list, change))) throw nameTaken(name ?? list.name);
        return changed(deps, user.uid, list._id);
      }),

    delete: listProcedure
      .meta({
        rest: {
          method: 'DELETE',
          path: LIST_PATH,
          summary: 'Delete a list; campaigns that were made from it keep their contacts',
        },
      })
      .input(contactListRef.strict())
      .output(listDeletedOutput)
      .mutation(async ({ ctx: { user, list } }) => {
        const isDeleted = await discardList(deps, list._id);
        // Another request may have deleted it first.
        if (!isDeleted && (await deps.lists.findOwned(user.uid, list._id)) !== undefined) throw listBusy();
        return { success: true };
      }),
  };
}

/** Procedures on the contacts of a list, and on one person. */
function contactProcedures(deps: ContactListsDeps, listProcedure: ListProcedure) {
  return {
    contacts: listProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'GET',
          path: CONTACTS_PATH,
          summary: 'A page of the contacts of a list, by name, or by number for a search by number',
          nextCursor: ({ next }: z.infer<typeof listContactsOutput>) => next,
        },
      })
      .input(listContactsFields)
      .output(listContactsOutput)
      .query(({ ctx: { list }, input }) => contactPage(deps, list._id, input)),

    addContact: listProcedure
      .meta({
        rest: {
          method: 'POST',
          path: CONTACTS_PATH,
          status: 201,
          summary: 'Add a contact to a list',
          errors: ['ALREADY_EXISTS', 'LIMIT_REACHED'],
          idempotent: true,
        },
      })
      .input(addListContactInput)
      .output(listChangedOutput)
      .mutation(({ ctx, input: { contact } }) => {
        const { user, list } = ctx;
        const isAdded = (editId: string) => wasAdded(deps, list, contact.recommended_phone, editId);
        return runIdempotentCall(deps, ctx, {
          idsSchema: z.object({ editId: z.string() }),
          resultSchema: listChangedOutput,
          ids: { editId: newId() },
          async perform({ editId }) {
            if (!(await isAdded(editId))) await addContact(deps, list, contact, editId);
            return changed(deps, user.uid, list._id);
          },
          lookup: async ({ editId }) =>
            (await isAdded(editId))
              ? { kind: 'done', result: await changed(deps, user.uid, list._id) }
              : { kind: 'none' },
        });
      }),

    correctContact: listProcedure
      .meta({
        rest: {
          method: 'PUT',
          path: `${CONTACTS_PATH}{phone}/`,
          summary: 'Correct a contact of a list',
          errors: ['ALREADY_EXISTS'],
        },
      })
      .input(correctListContactInput)
      .output(listChangedOutput)
      .mutation(async ({ ctx: { user, list }, input: { phone, contact } }) => {
        await correctContact(deps, list, phone, contact);
        return changed(deps, user.uid, list._id);
      }),

    removeContacts: listProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'POST',
          path: `${CONTACTS_PATH}remove/`,
          summary: 'Remove contacts from a list',
        },
      })
      .input(removeListContactsInput)
      .output(listContactsRemovedOutput)
      .mutation(async ({ ctx: { user, list }, input: { phones } }) => {
        const removed = await removeContacts(deps, list, phones);
        return { ...(await changed(deps, user.uid, list._id)), removed };
      }),

    history: protectedProcedure
      .meta({
        cost: 'rows',
        rest: {
          method: 'GET',
          path: '/api/contacts/{phone}/history/',
          summary: 'The calls to a number over all of your campaigns',
        },
      })
      .input(personHistoryInput)
      .output(personHistoryOutput)
      .query(async ({ ctx: { user }, input: { phone } }) =>
        historyOf(phone, await deps.callsTo(user.uid, phone)),
      ),
  };
}
