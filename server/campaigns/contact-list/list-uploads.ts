import type { Request } from 'express';
import { z } from 'zod';
import { addContactsOutput, campaignDraftInput, createCampaignOutput } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/lib/errors.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { assertStillSignedIn, type SignedInContext } from '#server/trpc/context.ts';
import { parseInput, type Upload } from '#server/trpc/trpc.ts';
import { addContacts } from '#server/campaigns/preparation/add-contacts.ts';
import { admitList, isLarge } from './admit-list.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { contactsOfLines, type ContactSource } from './contact-source.ts';
import { createCampaign } from '#server/campaigns/preparation/create-campaign.ts';
import { contactsOfFile } from './csv-source.ts';
import { findCampaign } from '#server/campaigns/campaign-procedure.ts';
import { receiveList } from './receive-list.ts';
import { receiveUpload } from './receive-upload.ts';

const MAX_CREATE_BYTES = 64 * 1024 * 1024;
const MAX_ADD_BYTES = 1024 * 1024;

/**
 * Receives the contact lists of campaigns: a multipart file (field `csv_file`), or JSON above 16 KB. Lists are streamed
 * to the spool folder, one per user.
 */
export function createListUploads(deps: CampaignsDeps): { create: Upload; addContacts: Upload } {
  const exclusive = createKeyedMutex();
  const accepts = (req: Request) => isForm(req) || (isJson(req) && isLarge(req));

  /** Reads the list of an admitted request in either format and passes it to `use`. */
  async function withList<Draft extends z.ZodObject, Output>(
    req: Request,
    context: SignedInContext,
    { schema, maxBytes }: { schema: Draft; maxBytes: number },
    use: (draft: z.output<Draft>, source: ContactSource) => Promise<Output>,
  ): Promise<Output> {
    assertReadable(req, maxBytes);
    if (isLarge(req)) await admitList(deps, context);
    return exclusive(context.user.uid, async () => {
      if (isForm(req)) {
        const upload = await receiveUpload(req, deps.spoolDir);
        return whileSpooled(upload, async () => {
          await assertStillSignedIn(context);
          return use(parseInput(schema, upload.fields), contactsOfFile(upload.path, upload.digest));
        });
      } else {
        const list = await receiveList(req, deps.spoolDir, { schema, maxBytes });
        return whileSpooled(list, async () => {
          await assertStillSignedIn(context);
          return use(list.draft, contactsOfLines(list.path, list.digest));
        });
      }
    });
  }

  return {
    create: {
      accepts,
      receive(req, context) {
        const { user, idempotencyKey } = context;
        const limits = { schema: campaignDraftInput, maxBytes: MAX_CREATE_BYTES };
        return withList(req, context, limits, async (draft, source) =>
          createCampaignOutput.parse(await createCampaign(deps, { user, draft, source, idempotencyKey })),
        );
      },
    },
    addContacts: {
      accepts,
      async receive(req, context) {
        const { user, idempotencyKey } = context;
        const campaign = await findCampaign(deps, user.uid, String(req.params['campaign']));
        const limits = { schema: z.object({}), maxBytes: MAX_ADD_BYTES };
        return withList(req, context, limits, async (_nothing, source) => {
          const added = await addContacts(deps, { user, campaign, idempotencyKey }, source);
          return addContactsOutput.parse({ success: true, ...added });
        });
      },
    },
  };
}

function isForm(req: Request): boolean {
  return typeof req.is('multipart/form-data') === 'string';
}

function isJson(req: Request): boolean {
  return typeof req.is('application/json') === 'string';
}

/** Refuses compressed bodies, whose size is unknown, and JSON above `maxBytes`; `receive-upload.ts` limits forms. */
function assertReadable(req: Request, maxBytes: number): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = req.headers;
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  if (isJson(req) && Number(length) > maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The body is too large.');
}

async function whileSpooled<T>(spooled: { discard(): Promise<void> }, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } finally {
    await spooled.discard();
  }
}
