import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';

/** One parameter of an address. */
export interface UrlField<Value> {
  /** Its value where the address has none; an address leaves it out. */
  initial: Value;
  /** Reads the text of the parameter; `undefined` if it is not one. */
  read: (text: string) => Value | undefined;
}

type UrlValue = string | number | null;
type Fields = Readonly<Record<string, UrlField<UrlValue>>>;
type ValuesOf<Of extends Fields> = { [Name in keyof Of]: Of[Name]['initial'] };

interface UrlRules<Name> {
  /** Which page of a list is shown: a change of anything else begins at the first. */
  paging?: readonly Name[];
  /** What is shown beside the list: a change of it keeps the page. */
  beside?: readonly Name[];
  /** What is typed: the first letter is a step of the history, the following replace it. */
  typed?: readonly Name[];
}

/** The query of a page: what it says, and how it is written. */
export interface UrlState<Values> {
  initial: Readonly<Values>;
  rules: UrlRules<keyof Values>;
  /** Reads a query, with or without its question mark; what is no value of a field is as in the first view. */
  read: (search: string) => Values;
  /** Returns the query with its question mark; '' for the first view. What is left out is as in the first view. */
  query: (values: Partial<Values>) => string;
}

/** A text of at most `maxLength` characters; '' by default. */
export function text(maxLength: number): UrlField<string> {
  return { initial: '', read: (given) => given.trim().slice(0, maxLength) };
}

/** A whole number from 1 to `max`. */
export function whole(max: number): UrlField<number | null>;
export function whole(max: number, initial: number): UrlField<number>;
export function whole(max: number, initial: number | null = null): UrlField<number | null> {
  return {
    initial,
    read: (given) => {
      const value = /^\d{1,10}$/.test(given) ? Number(given) : 0;
      return value >= 1 && value <= max ? value : undefined;
    },
  };
}

/** The number of a page. */
export const pageNumber = whole(1_000_000, 1);

/** One of some values. */
export function oneOf<Value extends string | number>(values: readonly Value[]): UrlField<Value | null>;
export function oneOf<Value extends string | number>(
  values: readonly Value[],
  initial: Value,
): UrlField<Value>;
export function oneOf<Value extends string | number>(
  values: readonly Value[],
  initial: Value | null = null,
): UrlField<Value | null> {
  return { initial, read: (given) => values.find((value) => String(value) === given) };
}

/** Describes the query of a page by its parameters. */
export function urlState<Of extends Fields>(
  fields: Of,
  rules: UrlRules<keyof Of> = {},
): UrlState<ValuesOf<Of>> {
  const entries = Object.entries(fields);
  const valuesOf = (valueOf: (name: string, field: UrlField<UrlValue>) => UrlValue) =>
    Object.fromEntries(entries.map(([name, field]) => [name, valueOf(name, field)])) as ValuesOf<Of>;
  return {
    initial: valuesOf((_name, { initial }) => initial),
    rules,
    read: (search) => {
      const query = new URLSearchParams(search);
      return valuesOf((name, { initial, read }) => {
        const given = query.get(name);
        return given === null ? initial : (read(given) ?? initial);
      });
    },
    query: (values) => {
      const query = new URLSearchParams();
      for (const [name, { initial }] of entries) {
        const value = values[name] ?? initial;
        if (value !== initial) query.set(name, String(value));
      }
      const written = query.toString();
      return written === '' ? '' : `?${written}`;
    },
  };
}

/** What the address of the open page says, and the ways to change it. */
export interface ShownUrl<Values> {
  shown: Values;
  /** Returns the address of this page with a change. */
  hrefOf: (change: Partial<Values>) => string;
  /** Shows a change. `replace` leaves no step to go back to; by default the rules of the page decide. */
  show: (change: Partial<Values>, options?: { replace?: boolean }) => void;
}

/** Reads the address of the open page, and changes it. */
export function useUrlState<Values extends Record<string, UrlValue>>(
  state: UrlState<Values>,
): ShownUrl<Values> {
  const [, navigate] = useLocation();
  // As the browser has it: the search of the router is decoded once too often.
  const search = useSearch();
  const shown = useMemo(() => state.read(search), [state, search]);
  const hrefAfter = (before: Values, change: Partial<Values>) =>
    window.location.pathname + state.query({ ...before, ...changed(state, change) });
  return {
    shown,
    hrefOf: (change) => hrefAfter(shown, change),
    show: (change, options) => {
      const before = state.read(window.location.search);
      const replace = options?.replace ?? isTyped(state, before, change);
      navigate(hrefAfter(before, change), { replace });
    },
  };
}

/** Returns a change with what follows from it: unless it is only of what is beside the list, the first page. */
function changed<Values>({ initial, rules }: UrlState<Values>, change: Partial<Values>): Partial<Values> {
  const { paging = [], beside = [] } = rules;
  const names = Object.keys(change) as (keyof Values)[];
  if (names.length > 0 && names.every((name) => beside.includes(name))) return change;
  return { ...Object.fromEntries(paging.map((name) => [name, initial[name]])), ...change };
}

/** Returns whether a change goes on with what was being typed. */
function isTyped<Values>(
  { initial, rules }: UrlState<Values>,
  before: Values,
  change: Partial<Values>,
): boolean {
  const names = Object.keys(change) as (keyof Values)[];
  return (
    names.length > 0 &&
    names.every((name) => rules.typed?.includes(name) === true && before[name] !== initial[name])
  );
}
