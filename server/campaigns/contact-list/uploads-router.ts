import { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import { addContactsOutput, campaignDraftInput, createCampaignOutput } from '#shared/schemas/campaigns.ts';
import { AppError, unauthenticated } from '#server/lib/errors.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { assertStillSignedIn, type Context, type SignedInUser } from '#server/trpc/context.ts';
import { parseInput } from '#server/trpc/trpc.ts';
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

type CreateContext = (req: Request) => Promise<Context>;
type SignedInContext = Context & { user: SignedInUser };
/** Handles a request whose list was received; `draft` has the other fields of the body. */
type ListHandler<Draft> = (draft: z.output<Draft>, source: ContactSource) => Promise<void>;

/**
 * The REST paths that accept a contact list as a multipart file (field `csv_file`) or as JSON above 16 KB. Other bodies
 * pass on to the procedures of the same paths. Mount it before any body parser; lists are streamed, one per user.
 */
export function createUploadsRouter(deps: CampaignsDeps, createContext: CreateContext): Router {
  const router = Router({ strict: false });
  const exclusive = createKeyedMutex();

  function onLongList(
    path: string,
    handler: (req: Request, res: Response, ctx: SignedInContext) => Promise<void>,
  ) {
    router.post(path, async (req, res, next) => {
      if (!isForm(req) && !(isJson(req) && isLarge(req))) {
        next();
        return;
      }
      const context = await createContext(req);
      const { user } = context;
      if (user === null) throw unauthenticated();
      await handler(req, res, { ...context, user });
    });
  }

  /** Reads the list of an admitted request in either format and passes it to `use`. */
  async function withList<Draft extends z.ZodObject>(
    req: Request,
    context: SignedInContext,
    { schema, maxBytes }: { schema: Draft; maxBytes: number },
    use: ListHandler<Draft>,
  ): Promise<void> {
    assertReadable(req, maxBytes);
    if (isLarge(req)) await admitList(deps, context);
    await exclusive(context.user.uid, async () => {
      if (isForm(req)) {
        const upload = await receiveUpload(req, deps.spoolDir);
        await whileSpooled(upload, async () => {
          await assertStillSignedIn(context);
          await use(parseInput(schema, upload.fields), contactsOfFile(upload.path, upload.digest));
        });
      } else {
        const list = await receiveList(req, deps.spoolDir, { schema, maxBytes });
        await whileSpooled(list, async () => {
          await assertStillSignedIn(context);
          await use(list.draft, contactsOfLines(list.path, list.digest));
        });
      }
    });
  }

  onLongList('/api/campaigns/create', async (req, res, context) => {
    const { user, idempotencyKey } = context;
    const limits = { schema: campaignDraftInput, maxBytes: MAX_CREATE_BYTES };
    await withList(req, context, limits, async (draft, source) => {
      const created = await createCampaign(deps, { user, draft, source, idempotencyKey });
      res.status(201).json(createCampaignOutput.parse(created));
    });
  });

  onLongList('/contacts/csv-upload/:campaign', async (req, res, context) => {
    const { user, idempotencyKey } = context;
    const campaign = await findCampaign(deps, user.uid, String(req.params.campaign));
    const limits = { schema: z.object({}), maxBytes: MAX_ADD_BYTES };
    await withList(req, context, limits, async (_nothing, source) => {
      const added = await addContacts(deps, { user, campaign, idempotencyKey }, source);
      res.json(addContactsOutput.parse({ success: true, ...added }));
    });
  });

  return router;
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

async function whileSpooled(spooled: { discard(): Promise<void> }, use: () => Promise<void>): Promise<void> {
  try {
    await use();
  } finally {
    await spooled.discard();
  }
}
