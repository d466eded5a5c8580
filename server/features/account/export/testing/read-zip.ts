import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** Returns the files of a zip by path. */
export async function readZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const archive = await yauzl.fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  return files;
}
