import { contactListDraft, createListOutput } from '#shared/schemas/contact-lists.ts';
import type { Upload } from '#server/platform/trpc/trpc.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { createList } from './create-list.ts';

/** Receives a new list as a form with a CSV file, or as JSON that is too long for the procedure. */
export function createListUpload(deps: ContactListsDeps): Upload {
  const limits = {
    schema: contactListDraft,
    admit: ({ user }: { user: { uid: string } }) => deps.assertSubscribed(user.uid),
  };
  return {
    accepts: deps.listReader.accepts,
    receive: (req, context) =>
      deps.listReader.read(req, context, limits, async (draft, source) => {
        const { user, idempotencyKey } = context;
        return createListOutput.parse(
          await createList(deps, { uid: user.uid, idempotencyKey, draft, source }),
        );
      }),
  };
}
