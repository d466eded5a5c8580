/** Distinct cells that are kept, and the longest; a longer text is cut at a space. */
const MAX_CELLS = 400;
const MAX_LENGTH = 120;
const SPACE = 0x20;

/** The cells beyond ASCII of a file whose encoding is not known, collected from its bytes. */
export interface TextSample {
  /** Adds a part of the file; parts may end within a cell. */
  add(bytes: Uint8Array): void;
  readonly isFull: boolean;
  /** Returns the distinct cells. */
  cells(): Uint8Array[];
}

/** Creates an empty sample. `delimiter` stands between cells; line ends and quotation marks do in every file. */
export function createTextSample(delimiter: string): TextSample {
  const isEnd = new Uint8Array(256);
  for (const mark of `${delimiter}"\r\n`) isEnd[mark.charCodeAt(0)] = 1;
  const cells = new Map<string, Uint8Array>();
  const cell = new Uint8Array(MAX_LENGTH * 2);
  let length = 0;
  let isAscii = true;

  const take = () => {
    if (!isAscii && length <= cell.length) {
      const bytes = cell.slice(0, length);
      cells.set(String.fromCharCode(...bytes), bytes);
    }
    length = 0;
    isAscii = true;
  };
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (isEnd[byte] === 1 || (byte === SPACE && length >= MAX_LENGTH)) {
          take();
          if (cells.size >= MAX_CELLS) return;
          continue;
        }
        if (byte > 0x7f) isAscii = false;
        // Beyond the end of the array this writes nothing: a text without spaces is left out.
        cell[length] = byte;
        length += 1;
      }
    },
    get isFull() {
      return cells.size >= MAX_CELLS;
    },
    cells() {
      take();
      return [...cells.values()];
    },
  };
}
