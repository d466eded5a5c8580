/** The own columns of a list that a message can use: the first ones, in the order of the file. */
export const MAX_OWN_COLUMNS = 20;
/** The longest cell of an own column that a message can use, in characters. */
export const MAX_OWN_CELL_LENGTH = 200;
const MAX_OWN_NAME_LENGTH = 40;

/** Begins with a letter, so that no name is one of an object's prototype, such as `__proto__`. */
const OWN_NAME = /^[a-z][a-z0-9_]*$/;

/** Names that mean a column of Hark's, in a message or in a payload. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[
    'id',
    'first_name',
    'last_name',
    'phonenumber',
    'phone_number',
    'recommendedphone',
    'recommended_phone',
  ],
  ...['address1', 'address2', 'city', 'state', 'zipcode', 'country', 'email', 'company', 'company_name'],
]);

/** A column of a list that is not one of Hark's. */
export interface OwnColumn {
  /** Its name in a message: `Renewal Date` is `renewal_date`. */
  name: string;
  /** Its header, as the file writes it. */
  header: string;
  /** Its position in a record. */
  position: number;
}

/** Whether a name can be that of an own column. */
export function isOwnName(name: string): boolean {
  return name.length <= MAX_OWN_NAME_LENGTH && OWN_NAME.test(name) && !RESERVED.has(name);
}

/**
 * Returns the own columns of a header, whose names are trimmed: those at no position of `positions` that have a name. A
 * name that is Hark's or another column's gets a number: two columns `Plan` are `plan` and `plan_2`.
 */
export function ownColumnsOf(header: readonly string[], positions: readonly number[]): OwnColumn[] {
  const known = new Set(positions);
  const taken = new Set(RESERVED);
  const columns: OwnColumn[] = [];
  for (const [position, title] of header.entries()) {
    if (known.has(position) || title === '') continue;
    const name = numbered(ownName(title), taken);
    taken.add(name);
    columns.push({ name, header: title, position });
    if (columns.length === MAX_OWN_COLUMNS) break;
  }
  return columns;
}

/** Returns the value of an own column, '' if the contact has none. */
export function ownValue(custom: OwnValues | undefined, name: string): string {
  return custom !== undefined && Object.hasOwn(custom, name) ? (custom[name] ?? '') : '';
}

/** The cells of own columns by name; empty ones may be absent. */
export type OwnValues = Readonly<Record<string, string>>;

/** Lower-case letters without accents, digits and underscores. Other scripts have none of these: `column`. */
function ownName(header: string): string {
  const plain = header
    .slice(0, MAX_OWN_NAME_LENGTH * 4)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  const name = /^[a-z]/.test(plain) ? plain : `column_${plain}`;
  return name.slice(0, MAX_OWN_NAME_LENGTH).replace(/_$/, '');
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) {
    const end = `_${String(number)}`;
    const candidate = name.slice(0, MAX_OWN_NAME_LENGTH - end.length) + end;
    if (!taken.has(candidate)) return candidate;
  }
}
