import { createHash } from 'node:crypto';
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { ZodError, type z } from 'zod';
import { formatNumber } from '#shared/formats.ts';
import { contactInput, MAX_JSON_CONTACTS } from '#shared/schemas/campaigns/campaigns.ts';
import { AppError, invalidField, invalidParameter } from '#server/platform/lib/errors.ts';
import { bodyDecoder } from '#server/platform/lib/text/utf8.ts';
import type { ListIdentity } from './contact-source.ts';
import { OwnNames } from './own-names.ts';
import { invalidInput, MAX_NAMED_FIELDS } from '#server/platform/trpc/invalid-input.ts';

/**
 * Parses a JSON object with the list `contacts` and the fields of `schema` incrementally, holding one contact in memory
 * at a time. Throws `AppError` INVALID_INPUT with field names as soon as the body cannot become valid.
 */
export class ContactListParser<Draft extends z.ZodObject> {
  readonly #schema: Draft;
  readonly #fields: Record<string, unknown>;
  readonly #tokenizer = new Tokenizer();
  readonly #decode = bodyDecoder();
  readonly #hash = createHash('sha256').update('[');
  readonly #issues: z.core.$ZodIssue[] = [];
  #lines = '';
  /** Bytes since the last token. */
  #unfinished = 0;
  readonly #own = new OwnNames();
  #count = 0;

  /** `query`: fields that the request has beside its body. */
  constructor(schema: Draft, query: Record<string, unknown> = {}) {
    this.#schema = schema;
    this.#fields = { ...query };
    const guard = new JsonGuard({
      contact: () => this.#count,
      // Its value is not parsed: the name is enough for the schema to refuse it.
      onField: (name) => {
        if (!Object.hasOwn(schema.shape, name) && name !== 'contacts') this.#fields[name] = null;
      },
    });
    const paths = [...Object.keys(schema.shape), 'contacts.*'].map((path) => `$.${path}`);
    const parser = new TokenParser({ paths, keepStack: false });
    this.#tokenizer.onToken = (token) => {
      this.#unfinished = 0;
      guard.check(token);
      parser.write(token);
    };
    this.#tokenizer.onEnd = () => {
      if (!parser.isEnded) parser.end();
    };
    parser.onValue = ({ key, value, parent, stack }) => {
      if (stack.length === 1) this.#fields[String(key)] = value;
      else if (Array.isArray(parent)) {
        this.#addContact(value);
        guard.nextContact();
      }
    };
  }

  /** Whether a text or number is too long: it is a token at its end only, and would grow to the size of the body. */
  get isTooLong(): boolean {
    return this.#unfinished > MAX_TOKEN_BYTES;
  }

  /** Parses a chunk; returns the contacts it completes, one line of JSON each. */
  write(chunk: Uint8Array): string {
    this.#lines = '';
    this.#unfinished += chunk.length;
    if (this.isTooLong) return '';
    this.#decode(chunk);
    rethrowInvalidJson(() => {
      this.#tokenizer.write(chunk);
    });
    return this.#lines;
  }

  /** Finishes parsing; returns the draft, a digest of the contacts and the names of their own columns. */
  end(): { draft: z.output<Draft> } & ListIdentity {
    this.#decode();
    rethrowInvalidJson(() => {
      this.#tokenizer.end();
    });
    const draft = this.#schema.safeParse(this.#fields);
    if (this.#count === 0) this.#addIssue('At least one contact is required');
    const issues = [...(draft.error?.issues ?? []), ...this.#issues];
    if (!draft.success || issues.length > 0) throw invalidInput(new ZodError(issues));
    const digest = this.#hash.update(']').digest('hex');
    return { draft: draft.data, digest, ownColumns: this.#own.names };
  }

  #addContact(contact: unknown): void {
    if (this.#count === MAX_JSON_CONTACTS) throw tooMany();
    const read = contactInput.safeParse(contact);
    for (const issue of read.error?.issues ?? []) this.#addIssue(issue.message, this.#count, ...issue.path);
    if (this.#issues.length >= MAX_NAMED_FIELDS) throw invalidInput(new ZodError(this.#issues));
    if (read.data !== undefined) this.#own.add(read.data);
    const line = JSON.stringify(read.data ?? null);
    this.#hash.update(this.#count === 0 ? line : `,${line}`);
    this.#lines += `${inOneLine(line)}\n`;
    this.#count += 1;
  }

  #addIssue(message: string, ...path: PropertyKey[]): void {
    this.#issues.push({ code: 'custom', message, path: ['contacts', ...path], input: undefined });
  }
}

/** Escapes U+2028 and U+2029, which JSON leaves unescaped and line readers split at. */
export function inOneLine(json: string): string {
  return json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function tooMany(): AppError {
  const problem = `may have at most ${formatNumber(MAX_JSON_CONTACTS)} entries; send a longer list as a CSV file`;
  return invalidParameter('contacts', problem);
}

/** Runs a parser step; converts any error of the parser to INVALID_INPUT. */
function rethrowInvalidJson(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidField('body', 'is not valid JSON', 'The body is not valid JSON.');
  }
}

const MAX_DEPTH = 32;
/** A contact has thirteen fields and up to twenty own ones, of four tokens each: name, colon, value and comma. */
const MAX_TOKENS = 1_000;
/** The longest field of a draft is a message of 1,200 characters. */
const MAX_TEXT_LENGTH = 16 * 1024;
/** Each character may be written as an escape of six bytes. */
const MAX_TOKEN_BYTES = MAX_TEXT_LENGTH * 6;

interface Token {
  token: TokenType;
  value: unknown;
}

/** Checks each token of a contact list against size limits before parsing. Throws `AppError` INVALID_INPUT. */
class JsonGuard {
  #depth = 0;
  #tokens = 0;
  #lastText = '';
  readonly #options: { contact(): number; onField(name: string): void };

  /** `contact` returns the index of the current contact, for error messages; `onField` receives the names beside `contacts`. */
  constructor(options: { contact(): number; onField(name: string): void }) {
    this.#options = options;
  }

  check({ token, value }: Token): void {
    this.#tokens += 1;
    if (this.#tokens > MAX_TOKENS)
      throw refused(`body`, `has more than ${formatNumber(MAX_TOKENS)} values beside or within a contact`);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#descend();
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    else if (token === TokenType.STRING) this.#readText(String(value));
    else if (token === TokenType.COLON) this.#readName();
  }

  /** Resets the token count after a contact. */
  nextContact(): void {
    this.#tokens = 0;
  }

  #descend(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw refused('body', `is nested deeper than ${String(MAX_DEPTH)} levels`);
  }

  #readText(text: string): void {
    if (text.length > MAX_TEXT_LENGTH)
      throw refused('body', `has a text of more than ${formatNumber(MAX_TEXT_LENGTH)} characters`);
    this.#lastText = text;
  }

  /** Reads the name of a field. Refuses names that begin with `$`, which the database would take for operators. */
  #readName(): void {
    if (this.#depth === 1) this.#options.onField(this.#lastText);
    if (!this.#lastText.startsWith('$')) return;
    const field =
      this.#depth === 1 ? this.#lastText : `contacts.${String(this.#options.contact())}.${this.#lastText}`;
    throw refused(field, 'is not allowed');
  }
}

function refused(field: string, problem: string): AppError {
  const text = field === 'body' ? `The body ${problem}.` : `${field}: ${problem}`;
  return invalidField(field, problem, text);
}
