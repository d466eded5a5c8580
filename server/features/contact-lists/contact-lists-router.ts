import { CONTACT_LISTS_PATH as PATH } from '#shared/paths.ts';
import { MAX_CONTACT_LISTS, MAX_LISTED_CONTACTS } from '#shared/limits.ts';
import {
  combineListsInput,
  contactListOutput,
  contactListRef,
  contactListsOutput,
  createListInput,
  createListOutput,
  listChangedOutput,
  listDeletedOutput,
  updateListInput,
} from '#shared/schemas/contact-lists.ts';
import { bodyRoutes } from '#server/platform/trpc/body-routes.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { wholeList } from '#server/platform/trpc/whole-list.ts';
import { combineLists } from './combine-lists.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createList } from './create-list.ts';
import { listBusy, nameTaken, shownList, shownLists } from './present-list.ts';
import { createListUpload } from './list-upload.ts';
import { listContactProcedures, personProcedures } from './list-contact-procedures.ts';
import { changed, createListProcedure, type ListProcedure } from './list-procedure.ts';
import { discardList } from './sweep-lists.ts';

const LIST_PATH = `${PATH}{id}/`;
const SHOWN_CAMPAIGNS = 20;

/** Procedures on the caller's saved contact lists. */
export function createContactListsRouter(deps: ContactListsDeps) {
  const listProcedure = createListProcedure(deps).meta({ errors: ['CONFLICT'] });
  return router({
    ...listProcedures(deps),
    ...changeProcedures(deps, listProcedure),
    ...listContactProcedures(deps, listProcedure),
    ...personProcedures(deps),
  });
}

/** Procedures that list and make lists. */
function listProcedures(deps: ContactListsDeps) {
  return {
    list: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: PATH,
          summary: 'Your saved contact lists, the latest first',
          ...wholeList(contactListsOutput),
        },
      })
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
