import { Router, type RequestHandler } from 'express';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { isObjectKey, type ObjectFolder } from './object-folder.ts';
import { readUploadForm } from './upload-form.ts';
import type { UrlSigner } from './url-signer.ts';

/** The fields of a form; as with S3, a form with others was changed. */
const FORM_FIELDS = new Set(['key', 'Content-Type', 'policy', 'signature']);

/** Serves presigned forms and links as an S3 bucket does; a valid signature is the only authorization. */
export function createObjectsRouter(folder: ObjectFolder, signer: UrlSigner): Router {
  const router = Router();
  router.use(allowEveryOrigin);
  router.post('/', handleUpload(folder, signer));
  router.get('/*key', handleDownload(folder, signer));
  return router;
}

/** The page may have another origin than the link. The signature protects the object; no cookies are used. */
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

function handleUpload(folder: ObjectFolder, signer: UrlSigner): RequestHandler {
  return async (req, res) => {
    // The unread rest of a rejected upload is dropped with its connection.
    res.set('Connection', 'close');
    const { fields, file } = await readUploadForm(req);
    const policy = signer.verifyPolicy(fields.get('policy') ?? '', fields.get('signature') ?? '');
    if (policy === undefined) throw forbidden('This upload has expired or was not allowed.');
    if (fields.get('key') !== policy.key) throw forbidden('The key is not the one that was allowed.');
    if (fields.get('Content-Type') !== policy.contentType)
      throw forbidden('The type is not the one that was allowed.');
    for (const name of fields.keys())
      if (!FORM_FIELDS.has(name)) throw forbidden('The form has a field that was not allowed.');
    await folder.write(policy.key, file, policy.maxBytes);
    res.status(204).end();
  };
}

function handleDownload(folder: ObjectFolder, signer: UrlSigner): RequestHandler<{ key: string[] }> {
  return async (req, res) => {
    const key = req.params.key.join('/');
    const { expires, signature } = req.query;
    const allowed =
      isObjectKey(key) &&
      typeof signature === 'string' &&
      signer.verifyDownload(key, Number(expires), signature);
    if (!allowed) throw forbidden('This link has expired or is not valid.');
    if ((await folder.size(key)) === undefined) throw notFound('Object');
    res.sendFile(key, {
      root: folder.root,
      cacheControl: false,
      headers: { 'Cache-Control': 'private, max-age=300', 'Content-Security-Policy': 'sandbox' },
    });
  };
}

function forbidden(text: string): AppError {
  return new AppError('FORBIDDEN', text);
}
