import { Router, type RequestHandler } from 'express';
import { AppError, notFound } from '#server/lib/errors.ts';
import { isObjectKey } from './object-key.ts';
import type { ObjectFolder } from './object-folder.ts';
import { readUploadForm } from './upload-form.ts';
import type { UrlSigner } from './url-signer.ts';

/** Answers presigned forms and links as an S3 bucket does; their signatures are the only authority. */
export function createObjectsRouter(folder: ObjectFolder, signer: UrlSigner): Router {
  const router = Router();
  router.use(allowEveryOrigin);
  router.post('/', receive(folder, signer));
  router.get('/*key', serve(folder, signer));
  return router;
}

/** A page may run under another name of this machine than the link does; the signature protects, no cookie is used. */
const allowEveryOrigin: RequestHandler = (req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Allow-Methods': 'GET, POST',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (req.method === 'OPTIONS') res.status(204).end();
  else next();
};

function receive(folder: ObjectFolder, signer: UrlSigner): RequestHandler {
  return async (req, res) => {
    // Whatever is left unread of a refused upload ends with its connection.
    res.set('Connection', 'close');
    const { fields, file } = await readUploadForm(req);
    const policy = signer.openPolicy(fields.get('policy') ?? '', fields.get('signature') ?? '');
    if (policy === undefined) throw refusal('This upload has expired or was not allowed.');
    if (fields.get('key') !== policy.key) throw refusal('The key is not the one that was allowed.');
    if (fields.get('Content-Type') !== policy.contentType)
      throw refusal('The type is not the one that was allowed.');
    await folder.write(policy.key, file, policy.maxBytes);
    res.status(204).end();
  };
}

function serve(folder: ObjectFolder, signer: UrlSigner): RequestHandler<{ key: string[] }> {
  return async (req, res) => {
    const key = req.params.key.join('/');
    const { expires, signature } = req.query;
    const allowed =
      isObjectKey(key) &&
      typeof signature === 'string' &&
      signer.allowsDownload(key, Number(expires), signature);
    if (!allowed) throw refusal('This link has expired or is not valid.');
    if ((await folder.size(key)) === undefined) throw notFound('Object');
    res.sendFile(key, {
      root: folder.root,
      cacheControl: false,
      headers: { 'Cache-Control': 'private, max-age=300', 'Content-Security-Policy': 'sandbox' },
    });
  };
}

function refusal(text: string): AppError {
  return new AppError('FORBIDDEN', text);
}
