import { TokenType } from '@streamparser/json';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';

const MAX_DEPTH = 32;
/** A contact has thirteen fields of four tokens each: name, colon, value and comma. */
const MAX_TOKENS = 1_000;
/** The longest field of a draft is a message of 1,200 characters. */
const MAX_TEXT_LENGTH = 16 * 1024;

interface Token {
  token: TokenType;
  value: unknown;
}

/** Checks each token of a contact list against size limits before parsing. Throws `AppError` INVALID_INPUT. */
export class JsonGuard {
  #depth = 0;
  #tokens = 0;
  #lastText = '';
  readonly #contact: () => number;

  /** `contact` returns the index of the current contact, for error messages. */
  constructor(contact: () => number) {
    this.#contact = contact;
  }

  check({ token, value }: Token): void {
    this.#tokens += 1;
    if (this.#tokens > MAX_TOKENS)
      throw refused(`body`, `has more than ${formatNumber(MAX_TOKENS)} values beside or within a contact`);
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#descend();
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    else if (token === TokenType.STRING) this.#readText(String(value));
    else if (token === TokenType.COLON) this.#refuseOperator();
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

  /** Refuses names that begin with `$`, which the database would take for operators. */
  #refuseOperator(): void {
    if (!this.#lastText.startsWith('$')) return;
    const field =
      this.#depth === 1 ? this.#lastText : `contacts.${String(this.#contact())}.${this.#lastText}`;
    throw refused(field, 'is not allowed');
  }
}

function refused(field: string, problem: string): AppError {
  const text = field === 'body' ? `The body ${problem}.` : `${field}: ${problem}`;
  return new AppError('INVALID_INPUT', text, { fields: { [field]: problem } });
}
