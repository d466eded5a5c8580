import type { Request } from 'express';
import { z } from 'zod';
import { AppError } from '#server/platform/lib/errors.ts';
import { assertStillSignedIn, type SignedInContext } from '#server/platform/trpc/context.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { isLarge } from './large-body.ts';
import { contactsOfLines, type ContactSource, type ListOptions } from './contact-source.ts';
import { InvalidRows } from './invalid-rows.ts';
import { contactsOfFile } from './csv-source.ts';
import { formFields, type FormValues } from './form-fields.ts';
import { receiveList } from './receive-list.ts';
import { FILE_FIELD, receiveUpload } from '#server/platform/lib/uploads/receive-upload.ts';
import type { Spool } from '#server/platform/lib/uploads/spool.ts';

/** Maximum size of a JSON body with the contacts of a new list. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** How a request with a contact list is read. */
interface ListRequest<Draft extends z.ZodObject> {
  /** The fields beside the contacts. */
  schema: Draft;
  /** Of a JSON body, 64 MB unless another is given; a form may have a file of 256 MB. */
  maxBytes?: number;
  /** Throws before a large body is read, unless its sender may send it. */
  admit(context: SignedInContext): Promise<void>;
  /** Ends the work, where nothing is stored, with the connection of its sender. */
  signal?: AbortSignal | undefined;
}

/** Reads contact lists in either format. */
export interface ListReader {
  /** Whether a body is a form, or JSON that is too long for a procedure. */
  accepts(req: Request): boolean;
  /** Streams the list to the spool folder and passes it to `use`, with the fields beside it, once it is its turn. */
  read<Draft extends z.ZodObject, Output>(
    req: Request,
    context: SignedInContext,
    request: ListRequest<Draft>,
    use: (draft: z.output<Draft>, source: ContactSource) => Promise<Output>,
  ): Promise<Output>;
}

/** Creates the reader of contact lists: a multipart file (field `csv_file`), or JSON above 16 KB. */
export function createListReader({ spool }: { spool: Spool }): ListReader {
  return {
    accepts: (req) => isForm(req) || (isJson(req) && isLarge(req)),
    async read(req, context, { schema, maxBytes = MAX_LIST_BYTES, admit, signal }, use) {
      assertReadable(req, maxBytes);
      if (isLarge(req)) await admit(context);
      const inTurn = <T>(work: () => Promise<T>) => context.costs.list(context.user.uid, work, signal);
      if (isForm(req)) {
        const upload = await receiveUpload(req, spool);
        return whileSpooled(upload, async () => {
          await assertStillSignedIn(context);
          const draft = draftOf(schema, req, upload.fields);
          const options = { ...optionsOf(draft, signal), encoding: upload.encoding };
          const source = contactsOfFile(upload.path, upload.digest, options);
          return inTurn(() => use(draft, source));
        });
      }
      const list = await receiveList(req, spool, { schema, maxBytes, query: req.query });
      return whileSpooled(list, async () => {
        await assertStillSignedIn(context);
        const source = contactsOfLines(list.path, list, optionsOf(list.draft, signal));
        return inTurn(() => use(list.draft, source));
      });
    },
  };
}

/** Returns the fields of a form and of the query, as the body of a small request has them. */
function draftOf<Draft extends z.ZodObject>(schema: Draft, req: Request, form: FormValues): z.output<Draft> {
  // The file is read already; it is named here for the error of a field that is nearly called so.
  const withFile = schema.extend({ [FILE_FIELD]: z.unknown().optional() });
  return parseInput(withFile, { ...req.query, ...formFields(form) }) as z.output<Draft>;
}

/** Returns how a list is read, by the fields `skip_invalid` and `last_name_optional` beside it. */
export function optionsOf(
  draft: { skip_invalid?: unknown; last_name_optional?: unknown },
  signal?: AbortSignal,
): ListOptions {
  const lastNameOptional = draft.last_name_optional === true;
  return { signal, lastNameOptional, ...(draft.skip_invalid === true && { invalid: new InvalidRows() }) };
}

function isForm(req: Request): boolean {
  return typeof req.is('multipart/form-data') === 'string';
}

function isJson(req: Request): boolean {
  return typeof req.is('application/json') === 'string';
}

/** Refuses JSON above `maxBytes`; `receive-upload.ts` limits forms. */
function assertReadable(req: Request, maxBytes: number): void {
  if (isJson(req) && Number(req.headers['content-length'] ?? 0) > maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
}

async function whileSpooled<T>(spooled: { discard(): Promise<void> }, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } finally {
    await spooled.discard();
  }
}
