/** A signed form for uploading one file; the store enforces its type and size. */
export interface PresignedUpload {
  url: string;
  fields: Record<string, string>;
}

/** Storage of recordings, speech and exports. Keys are chosen by Hark: `voices/<user>/<voice>.mp3`. */
export interface ObjectStore {
  presignUpload(
    key: string,
    conditions: { contentType: string; maxBytes: number; expiresInSeconds: number },
  ): Promise<PresignedUpload>;
  /** Returns a link to the object that expires. */
  presignDownload(key: string, expiresInSeconds: number): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Stores what a stream yields. Throws if it fails or exceeds `maxBytes`; nothing is stored then. */
  putStream(key: string, bytes: AsyncIterable<Buffer>, contentType: string, maxBytes: number): Promise<void>;
  /** Returns the object; `undefined` if there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Returns size in bytes and type; `undefined` if there is none. */
  stat(key: string): Promise<{ size: number; contentType: string } | undefined>;
  delete(key: string): Promise<void>;
}
