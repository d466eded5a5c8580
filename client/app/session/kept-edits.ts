import { isString, objectOf, parseJson } from '#client/app/guards.ts';

const KEY = 'kept_edits';

type Values = Record<string, string>;
/** What a user has typed into a form and not saved yet. */
interface KeptEdits {
  uid: string;
  values: Values;
}

/** Keeps unsaved values of a form, by field name, for the same user in this tab. */
export function keepEdits(storage: Storage, uid: string, values: Values): void {
  storage.setItem(KEY, JSON.stringify({ uid, values } satisfies KeptEdits));
}

/** Returns the kept values; none if they belong to another user. */
export function readKeptEdits(storage: Storage, uid: string): Values {
  const kept = parseJson(storage.getItem(KEY) ?? '', isKeptEdits);
  return kept?.uid === uid ? kept.values : {};
}

export function discardEdits(storage: Storage): void {
  storage.removeItem(KEY);
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.values(value).every(isString);

const isKeptEdits = objectOf<KeptEdits>({ uid: isString, values: isValues });
