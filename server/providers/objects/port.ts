/** A form that a browser may post one file with; the store enforces its type and size. */
export interface PresignedUpload {
  url: string;
  fields: Record<string, string>;
}

/** A place for recordings and speech. Keys are ours: `voices/<user>/<voice>.mp3`. */
export interface ObjectStore {
  presignUpload(
    key: string,
    conditions: { contentType: string; maxBytes: number; expiresInSeconds: number },
  ): Promise<PresignedUpload>;
  /** A link that plays or downloads the object for a limited time. */
  presignDownload(key: string, expiresInSeconds: number): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** The object, or `undefined` where there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Size in bytes and type, or `undefined` where there is none. */
  stat(key: string): Promise<{ size: number; contentType: string } | undefined>;
  delete(key: string): Promise<void>;
}
