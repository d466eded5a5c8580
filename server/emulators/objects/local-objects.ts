import { join, resolve } from 'node:path';
import type { Router } from 'express';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import { readOrCreateSecret } from '#server/platform/lib/secrets/secrets.ts';
import { contentTypeOf, openObjectFolder, type ObjectFolder } from './object-folder.ts';
import { createObjectsRouter } from './objects-router.ts';
import { createUrlSigner, type UrlSigner } from './url-signer.ts';

/** Path at which the router is mounted. */
export const LOCAL_OBJECTS_PATH = '/local/objects';

/**
 * Creates an object store in `folder`, and the router that serves its presigned forms and links under `publicUrl`.
 * Several processes may share the folder.
 */
export async function createLocalObjects(options: {
  folder: string;
  publicUrl: string;
  clock: Clock;
}): Promise<{ store: ObjectStore; router: Router }> {
  const folder = await openObjectFolder(resolve(options.folder));
  const signer = createUrlSigner(await readOrCreateSecret(join(folder.root, '.secret')), options.clock);
  const url = `${options.publicUrl}${LOCAL_OBJECTS_PATH}`;
  return {
    store: createStore(folder, signer, url, options.clock),
    router: createObjectsRouter(folder, signer),
  };
}

function createStore(folder: ObjectFolder, signer: UrlSigner, url: string, clock: Clock): ObjectStore {
  const expiryAfter = (seconds: number) => clock.now().getTime() + seconds * 1000;
  return {
    presignUpload(key, { contentType, maxBytes, expiresInSeconds }) {
      assertContentType(key, contentType);
      const signed = signer.signPolicy({
        key,
        contentType,
        maxBytes,
        expiresAt: expiryAfter(expiresInSeconds),
      });
      return Promise.resolve({ url, fields: { key, 'Content-Type': contentType, ...signed } });
    },
    presignDownload(key, expiresInSeconds) {
      const expires = expiryAfter(expiresInSeconds);
      const query = new URLSearchParams({
        expires: String(expires),
        signature: signer.signDownload(key, expires),
      });
      return Promise.resolve(`${url}/${key}?${query.toString()}`);
    },
    async put(key, body, contentType) {
      assertContentType(key, contentType);
      await folder.write(key, oneChunk(body), body.length);
    },
    async putStream(key, bytes, contentType, maxBytes) {
      assertContentType(key, contentType);
      await folder.write(key, bytes, maxBytes);
    },
    read: (key) => folder.read(key),
    stream: (key) => folder.stream(key),
    async stat(key) {
      const size = await folder.size(key);
      return size === undefined ? undefined : { size, contentType: contentTypeOf(key) };
    },
    list: (prefix, after) => folder.list(prefix, after),
    delete: (key) => folder.delete(key),
  };
}

async function* oneChunk(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

function assertContentType(key: string, contentType: string): void {
  if (contentTypeOf(key) !== contentType)
    throw new Error(`The extension of ${key} does not match ${contentType}`);
}
