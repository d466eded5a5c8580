import { CsvRecord } from '#shared/contacts/csv-record.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { lacksCountryCode } from '#shared/contacts/country-codes.ts';
import { toDialled } from '#shared/contacts/phone-number.ts';
import { firstValue } from './column-choice.ts';
import { addedRecords, COLUMN, splitsName, type ColumnMapping } from './column-mapping.ts';
import { CONTACT_COLUMNS } from './contact-columns.ts';
import { doNotCallFlags } from './do-not-call-flags.ts';
import { labelledPhone } from './labelled-phone.ts';
import { splitName } from './split-name.ts';

const BLANK = CsvRecord.of(['']);

/**
 * Passes the records of a file on as a file with Hark's headers has them: the matched columns, then the others. A phone
 * that is matched to RecommendedPhone is normalised to the digits that are dialled. Blank records stay, and rows above the
 * headers are blank, so that rows have the numbers of the file; headers that it does not have come before its first row.
 */
export function matchRecords(mapping: ColumnMapping, take: TakeRecord): TakeRecord {
  const record = new CsvRecord();
  let columns: MatchedColumn[] = [];
  let others: number[] = [];
  let row = 0;
  let contacts = 0;
  let isBegun = false;
  const numbered = () => String(contacts);
  const begin = (names: readonly string[]) => {
    isBegun = true;
    columns = matchedColumns(mapping, names);
    others = unmatched(names, mapping);
    record.set([...columns.map(({ header }) => header), ...others.map((at) => names[at] ?? '')]);
    take(record);
  };
  return (source) => {
    row += 1;
    if (!isBegun && !source.isBlank && addedRecords(mapping) > 0) begin([]);
    if (source.isBlank || (!isBegun && row < mapping.headerRow)) {
      take(source.isBlank ? source : BLANK);
    } else if (isBegun) {
      contacts += 1;
      record.set([
        ...columns.map(({ cell }) => cell(source, numbered)),
        ...others.map((at) => source.cell(at)),
      ]);
      take(record);
    } else begin(source.cells());
  };
}

/** One of Hark's columns, and how its cell is made of a record. */
interface MatchedColumn {
  header: string;
  cell(source: CsvRecord, numbered: () => string): string;
}

function matchedColumns(mapping: ColumnMapping, names: readonly string[]): MatchedColumn[] {
  const isSplit = splitsName(mapping);
  const countryAt = mapping.positions[COLUMN.country] ?? -1;
  const countryOf = (source: CsvRecord) =>
    countryAt === -1 ? '' : firstValue(source.cell(countryAt)).trim();
  return CONTACT_COLUMNS.flatMap(({ header }, column): MatchedColumn[] => {
    const at = mapping.positions[column] ?? -1;
    if (column === COLUMN.id && mapping.numbersRows) return [{ header, cell: (_, numbered) => numbered() }];
    // The header is required, whoever has a last name.
    if (at === -1) return column === COLUMN.last_name ? [{ header, cell: () => '' }] : [];
    if (column === COLUMN.phone_number || column === COLUMN.recommended_phone) {
      const phone = labelledPhone(names, at);
      if (column === COLUMN.phone_number) return [{ header, cell: phone }];
      return [{ header, cell: (source) => dialledCell(phone(source), countryOf(source)) }];
    }
    if (isSplit && column === COLUMN.first_name)
      return [{ header, cell: (source) => splitName(source.cell(at)).first }];
    if (isSplit && column === COLUMN.last_name)
      return [{ header, cell: (source) => splitName(source.cell(at)).last }];
    return [{ header, cell: (source) => firstValue(source.cell(at)) }];
  });
}

/** A number without its country code stays as it is written: with one it would be somebody else's. */
function dialledCell(cell: string, country: string): string {
  return lacksCountryCode(cell, country) ? cell : toDialled(cell);
}

const OWN_NAMES = new Set(CONTACT_COLUMNS.map(({ header }) => header.toLowerCase()));

/**
 * Returns the positions of the other columns. One that is called as Hark's would be taken for it. A phone that is not dialled is
 * one of them, too, if a do-not-call flag is about it: without it the flag would be that of the number that is.
 */
function unmatched(names: readonly string[], { positions }: ColumnMapping): number[] {
  const flagged = new Set(doNotCallFlags(names).flatMap(({ phones }) => phones));
  const dialled = positions[COLUMN.recommended_phone];
  return [...names.keys()].filter((at) => {
    const name = (names[at] ?? '').replace(/^\uFEFF/, '').trim();
    const isOther = !positions.includes(at) || (flagged.has(at) && at !== dialled);
    return name !== '' && isOther && !OWN_NAMES.has(name.toLowerCase());
  });
}
