import { z } from 'zod';
import { CONTACT_LISTS_PATH } from '#shared/paths.ts';
import {
  addListContactInput,
  correctListContactInput,
  listChangedOutput,
  listContactsFields,
  listContactsOutput,
  listContactsRemovedOutput,
  personHistoryInput,
  personHistoryOutput,
  removeListContactsInput,
} from '#shared/schemas/contact-lists.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { runIdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import { contactPage } from './contact-pages.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { addContact, correctContact, removeContacts, wasAdded } from './edit-contacts.ts';
import { historyOf } from './person-history.ts';
import { changed, type ListProcedure } from './list-procedure.ts';

const CONTACTS_PATH = `${CONTACT_LISTS_PATH}{id}/contacts/`;

/** Procedures on the contacts of a list. */
export function listContactProcedures(deps: ContactListsDeps, listProcedure: ListProcedure) {
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
  };
}

/** The procedure on one person, over all campaigns. */
export function personProcedures(deps: ContactListsDeps) {
  return {
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
