/** How browsers and integrators upload: `post` a form, which some compatible stores do not know, or `put` to a URL. */
export type UploadMethod = 'post' | 'put';

/** A signed form for uploading one file; the store enforces its type and size. */
export interface PresignedUpload {
  url: string;
  fields: Record<string, string>;
}

/** What an uploader says about its file. */
export interface UploadedFile {
  type: string;
  /** In bytes. */
  size?: number | undefined;
}

/** A stored object, as a list shows it. */
export interface ListedObject {
  key: string;
  /** When it was last written, by the clock of the store. */
  modifiedAt: Date;
  /** In bytes. */
  size: number;
}

/** Objects per page of a list. */
export const LIST_PAGE = 1_000;

/** Storage of recordings, speech and exports. Keys are chosen by Hark: `voices/<user>/<voice>.mp3`. */
export interface ObjectStore {
  /**
   * Returns where one file is uploaded to: a form, or a URL to which it is put with its type. A form has the store
   * enforce `contentType` and `maxBytes`; a URL has it take `file` and no other, so that without its size the size of what
   * arrived must be checked.
   */
  presignUpload(
    key: string,
    conditions: {
      contentType: string;
      maxBytes: number;
      expiresInSeconds: number;
      file?: UploadedFile | undefined;
    },
  ): Promise<PresignedUpload | string>;
  /** Returns a link to the object that expires. */
  presignDownload(key: string, expiresInSeconds: number): Promise<string>;
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Stores what a stream yields. Throws if it fails or exceeds `maxBytes`; nothing is stored then. */
  putStream(key: string, bytes: AsyncIterable<Buffer>, contentType: string, maxBytes: number): Promise<void>;
  /** Returns the object; `undefined` if there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Returns the object piece by piece; `undefined` if there is none. */
  stream(key: string): Promise<AsyncIterable<Buffer> | undefined>;
  /** Returns size in bytes and type; `undefined` if there is none. */
  stat(key: string): Promise<{ size: number; contentType: string } | undefined>;
  /**
   * Returns up to `LIST_PAGE` objects whose keys start with `prefix` and come after the key `after`, in the order of their
   * keys. The last key of a page begins the next one; an empty page is the end.
   */
  list(prefix: string, after?: string): Promise<ListedObject[]>;
  delete(key: string): Promise<void>;
}
