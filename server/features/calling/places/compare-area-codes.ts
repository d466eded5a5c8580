import { CsvReader, type Delimiter } from '#shared/contacts/csv-reader.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import type { WindowClass } from '#shared/calling/window-class.ts';
import { readRegion } from './regions.ts';

/** What the comparison needs to know of Hark's area codes. */
export interface KnownAreaCodes {
  places: ReadonlyMap<string, WindowClass>;
  /** Codes that are assigned and not in service yet: a list of those in service may lack them. */
  planned: ReadonlySet<string>;
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const COLUMNS = {
  code: /^(npa|npa[ _-]?(id|code|number)|area ?code)$/i,
  location: /^(location|state|state\/province)$/i,
  inService: /^in[ _-]?service\??$/i,
  use: /^use$/i,
};
type Columns = Record<keyof typeof COLUMNS, number>;

interface Row {
  code: string;
  location: string;
}

/**
 * Compares Hark's area codes with a list of NANPA: its "NPAs in service by number" or its NPA database, as CSV or with tabs,
 * with or without lines above the header. Returns a line for each difference, in the order of the codes; undefined for a file
 * without the columns NPA and Location.
 */
export function compareAreaCodes(text: string, known: KnownAreaCodes): string[] | undefined {
  const rows = readList(text);
  if (rows === undefined) return undefined;
  const listed = new Map(rows.map(({ code, location }) => [code, location]));
  const codes = [...new Set([...listed.keys(), ...known.places.keys()])].sort();
  return codes.flatMap((code) => differenceOf(code, listed.get(code), known) ?? []);
}

function differenceOf(code: string, location: string | undefined, known: KnownAreaCodes): string | undefined {
  const places = known.places.get(code);
  const ours = places === undefined || places.states.length === 0 ? 'no state' : places.states.join('/');
  if (location === undefined)
    return known.planned.has(code) ? undefined : `${code}: ${ours} in Hark, not in the list`;
  if (places === undefined) return `${code}: ${location} in the list, unknown to Hark`;
  return isSamePlace(location, places.states)
    ? undefined
    : `${code}: ${location} in the list, ${ours} in Hark`;
}

/** A location may name several regions, and some in words of NANPA's own, such as NW TERR. */
function isSamePlace(location: string, states: readonly string[]): boolean {
  const whole = readRegion(location);
  const parts = whole === undefined ? location.split(/\s*[/,;&]\s*|\s+-\s+|\s+and\s+/i) : [location];
  const read = parts.flatMap((part) => readRegion(part)?.code ?? []);
  const isReadWhole = read.length === parts.length;
  const allKnown = read.every((code) => states.includes(code));
  return allKnown && (isReadWhole ? read.length === states.length : read.length > 0 || states.length === 0);
}

function readList(text: string): Row[] | undefined {
  for (const delimiter of DELIMITERS) {
    const records = recordsOf(text, delimiter);
    const header = records.findIndex((cells) => columnsOf(cells) !== undefined);
    const columns = columnsOf(records[header] ?? []);
    if (columns === undefined) continue;
    return records.slice(header + 1).flatMap((cells) => rowOf(cells, columns) ?? []);
  }
  return undefined;
}

function recordsOf(text: string, delimiter: Delimiter): string[][] {
  const records: string[][] = [];
  const reader = new CsvReader(text.includes('\n') ? '\n' : '\r', delimiter);
  try {
    reader.end(text, (record) => {
      const cells = record.cells().map((cell) => cell.trim());
      if (!cells[0]?.startsWith('#')) records.push(cells);
    });
  } catch (error) {
    // Quotation marks are misplaced where this is not the delimiter.
    if (!(error instanceof MalformedCsvError)) throw error;
    return [];
  }
  return records;
}

function columnsOf(cells: readonly string[]): Columns | undefined {
  const at = (name: keyof Columns) => cells.findIndex((cell) => COLUMNS[name].test(cell));
  const columns = { code: at('code'), location: at('location'), inService: at('inService'), use: at('use') };
  return columns.code < 0 || columns.location < 0 ? undefined : columns;
}

/** Codes out of service, and those of no place (toll-free and like), are left out where the list says so. */
function rowOf(cells: readonly string[], { code, location, inService, use }: Columns): Row | undefined {
  const npa = cells[code] ?? '';
  const isListed = inService < 0 || /^y/i.test(cells[inService] ?? '');
  const isGeographic = use < 0 || /^g/i.test(cells[use] ?? '');
  return /^[2-9]\d\d$/.test(npa) && isListed && isGeographic
    ? { code: npa, location: cells[location] ?? '' }
    : undefined;
}
