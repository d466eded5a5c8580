import { z } from 'zod';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import type { DropCowboyApi } from './dropcowboy-api.ts';
import type { Media } from './port.ts';

const PATH = '/media/public/media';

const created = z.object({
  media_id: z.string().min(1),
  upload: z.object({
    mp3: z.object({
      url: z.url({ protocol: /^https?$/ }),
      content_type: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
    }),
  }),
});
const completed = z.object({ media_exists: z.boolean().default(true) });

/**
 * Uploads a recording: Drop Cowboy answers an id and a signed address, takes the file there under exactly the
 * content type that it named, and can send it only once it was told that the upload is complete.
 */
export async function uploadMedia(api: DropCowboyApi, { name, recording }: Media): Promise<string> {
  const { media_id: id, upload } = await api.call(
    { method: 'POST', path: PATH, body: { name, type: 'rvm', signed_upload: true } },
    created,
  );
  await api.put(upload.mp3.url, { contentType: upload.mp3.content_type, bytes: recording });
  const path = `${PATH}/${encodeURIComponent(id)}/complete`;
  const { media_exists: exists } = await api.call({ method: 'POST', path, body: {} }, completed);
  if (!exists) throw new ProviderUnavailable('The carrier does not have the recording that it took');
  return id;
}
