/** The account that is exported. */
export interface ExportedAccount {
  uid: string;
  streamId: string;
}

export type ExportRow = Readonly<Record<string, string | number | boolean | null>>;

/** One kind of data of an account: a JSON file and a CSV file with the same rows. */
export interface ExportSection {
  /** Of the files, without extension. */
  name: string;
  /** The columns of the CSV file. */
  columns: readonly string[];
  /** Reads in pages, so that memory does not grow with the data. Called once per file. */
  rows(account: ExportedAccount): AsyncIterable<ExportRow>;
}

/** A file that is copied into the export. */
export interface ExportFile {
  /** Within the archive. */
  path: string;
  /** Returns the content; `undefined` if it was removed meanwhile. */
  read(): Promise<Buffer | undefined>;
}

/** What a module exports of an account. */
export interface Exported {
  sections: readonly ExportSection[];
  /** Files that are copied into the export. */
  files?(account: ExportedAccount): Promise<ExportFile[]>;
}
