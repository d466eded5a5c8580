/**
 * Fields of a campaign that are objects, which a form sends as JSON or flat: `calling_hours.from`, `retry_times`.
 */
const STRUCTURED = ['calling_hours', 'consent', 'retry', 'split'] as const;
/** Fields that are lists of texts, which a form sends as JSON or separated by commas. */
const TEXT_LISTS = ['message_overrides'] as const;

/** The fields of a form by name, each with its values in order. */
export type FormValues = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the fields of a multipart form as the JSON body would have them: a structured field is parsed from JSON, or
 * collected from its flat fields, such as `calling_hours.days` with "1,2,3". What cannot be parsed, or is sent in more than
 * one way, is left for the schema to refuse.
 */
export function formFields(fields: FormValues): Record<string, unknown> {
  const isFlat = (field: string) => STRUCTURED.some((name) => !fields.has(name) && isPartOf(name, field));
  const own = [...fields]
    .filter(([field]) => !isFlat(field))
    .map(([field, values]) => [field, one(values)] as const);
  const structured = STRUCTURED.flatMap((name) => {
    const texts = fields.get(name);
    const value = texts === undefined ? fromFlat(name, fields) : parsedJson(one(texts));
    return value === undefined ? [] : [[name, value] as const];
  });
  const lists = TEXT_LISTS.flatMap((name) => {
    const texts = fields.get(name);
    return texts === undefined ? [] : [[name, texts.length === 1 ? listOf(texts[0] ?? '') : texts] as const];
  });
  return Object.fromEntries<unknown>([...own, ...structured, ...lists]);
}

/** Returns the value of a field; all of them where it was sent several times, which the schema refuses. */
function one(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : values;
}

function listOf(text: string): unknown {
  const parsed = parsedJson(text);
  if (parsed !== text) return parsed;
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function fromFlat(name: string, fields: FormValues): unknown {
  const parts = new Map<string, string[]>();
  for (const [field, values] of fields) {
    if (!isPartOf(name, field)) continue;
    const part = field.slice(name.length + 1);
    parts.set(part, [...(parts.get(part) ?? []), ...values]);
  }
  if (parts.size === 0) return undefined;
  return Object.fromEntries(
    [...parts].map(([part, values]) => [part, flatValue(`${name}.${part}`, one(values))]),
  );
}

function isPartOf(name: string, field: string): boolean {
  return field.startsWith(`${name}.`) || field.startsWith(`${name}_`);
}

/** Flat fields that are lists of numbers. */
const NUMBER_LISTS: readonly string[] = ['calling_hours.days'];
/** Flat fields that are numbers. */
const NUMBERS: readonly string[] = ['retry.after_days', 'retry.times', 'split.part'];

function flatValue(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.includes(field) && value.trim() !== '') return Number(value);
  return NUMBER_LISTS.includes(field) ? value.split(',').map(Number) : value;
}

function parsedJson(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
