/**
 * Fields of a campaign that are objects, which a form sends as JSON or flat: `calling_hours.from`, `consent_basis`.
 */
const STRUCTURED = ['calling_hours', 'consent'] as const;
/** Fields that are lists of texts, which a form sends as JSON or separated by commas. */
const TEXT_LISTS = ['message_overrides'] as const;

/**
 * Returns the fields of a multipart form as the JSON body would have them: a structured field is parsed from JSON, or
 * collected from its flat fields, such as `calling_hours.days` with "1,2,3". What cannot be parsed is left for the schema.
 */
export function formFields(fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const isFlat = (field: string) => STRUCTURED.some((name) => isPartOf(name, field));
  const own = Object.entries(fields).filter(([field]) => !isFlat(field));
  const structured = STRUCTURED.flatMap((name) => {
    const text = fields[name];
    const value = text === undefined ? fromFlat(name, fields) : parsedJson(text);
    return value === undefined ? [] : [[name, value] as const];
  });
  const lists = TEXT_LISTS.flatMap((name) => {
    const text = fields[name];
    return text === undefined ? [] : [[name, listOf(text)] as const];
  });
  return Object.fromEntries<unknown>([...own, ...structured, ...lists]);
}

function listOf(text: string): unknown {
  const parsed = parsedJson(text);
  if (parsed !== text) return parsed;
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function fromFlat(name: string, fields: Readonly<Record<string, string>>): unknown {
  const flat = Object.entries(fields).filter(([field]) => isPartOf(name, field));
  if (flat.length === 0) return undefined;
  return Object.fromEntries(
    flat.map(([field, value]) => [field.slice(name.length + 1), flatValue(field, value)]),
  );
}

function isPartOf(name: string, field: string): boolean {
  return field.startsWith(`${name}.`) || field.startsWith(`${name}_`);
}

/** Flat fields that are lists of numbers. */
const NUMBER_LISTS: readonly string[] = ['calling_hours.days', 'calling_hours_days'];

function flatValue(field: string, value: string): unknown {
  return NUMBER_LISTS.includes(field) ? value.split(',').map(Number) : value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
