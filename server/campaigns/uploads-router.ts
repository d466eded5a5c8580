import { Router, type Request, type RequestHandler } from 'express';
import { addContactsOutput, campaignDraftInput, createCampaignOutput } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/errors.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { readInput } from '#server/trpc/trpc.ts';
import { addContacts } from './add-contacts.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import { createCampaign } from './create-campaign.ts';
import { contactsOfFile } from './csv-source.ts';
import { findCampaign } from './find-campaign.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';

type CreateContext = (req: Request) => Promise<Context>;

/**
 * The documented paths that take a contact list as a file in a multipart form (field `csv_file`); other bodies go on
 * to the procedures of the same paths. Mount it before any body parser.
 */
export function createUploadsRouter(deps: CampaignsDeps, createContext: CreateContext): Router {
  const router = Router({ strict: false });

  router.post(
    '/api/campaigns/create',
    multipart(async (req, res) => {
      const { user, idempotencyKey } = await signedIn(req, createContext);
      await withUpload(deps, req, async ({ fields, path, digest }) => {
        const draft = readInput(campaignDraftInput, fields);
        const answer = await createCampaign(deps, {
          user,
          draft,
          source: contactsOfFile(path, digest),
          idempotencyKey,
        });
        res.status(201).json(createCampaignOutput.parse(answer));
      });
    }),
  );

  router.post(
    '/contacts/csv-upload/:campaign',
    multipart(async (req, res) => {
      const { user, idempotencyKey } = await signedIn(req, createContext);
      const campaign = await findCampaign(deps, user.uid, String(req.params.campaign));
      await withUpload(deps, req, async ({ path, digest }) => {
        const request = { user, campaign, idempotencyKey };
        const added = await addContacts(deps, request, contactsOfFile(path, digest));
        res.json(addContactsOutput.parse({ success: true, ...added }));
      });
    }),
  );

  return router;
}

function multipart(handler: RequestHandler): RequestHandler {
  return (req, res, next) =>
    typeof req.is('multipart/form-data') === 'string' ? handler(req, res, next) : next();
}

async function signedIn(
  req: Request,
  createContext: CreateContext,
): Promise<Context & { user: SignedInUser }> {
  const context = await createContext(req);
  if (context.user === null) throw new AppError('UNAUTHENTICATED', 'Please sign in.');
  return { ...context, user: context.user };
}

async function withUpload(
  deps: CampaignsDeps,
  req: Request,
  use: (upload: Upload) => Promise<void>,
): Promise<void> {
  const upload = await receiveUpload(req, deps.spoolDir);
  try {
    await use(upload);
  } finally {
    await upload.discard();
  }
}
