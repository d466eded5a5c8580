import { TokenType } from '@streamparser/json';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';

const MAX_DEPTH = 32;
/** A contact has thirteen fields, and each field is a name, a colon, a value and a comma. */
const MAX_TOKENS = 1_000;
/** The longest field of a draft is a message of 1,200 characters. */
const MAX_TEXT = 16 * 1024;

interface Token {
  token: TokenType;
  value: unknown;
}

/** Looks at each token of a list of contacts before it is made into values. Throws `AppError` INVALID_INPUT. */
export class JsonGuard {
  #depth = 0;
  #tokens = 0;
  #lastText = '';
  readonly #contact: () => number;

  /** `contact` returns the index of the contact at hand, for what is said of it. */
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

  /** A contact is complete: the next one has values of its own. */
  nextContact(): void {
    this.#tokens = 0;
  }

  #descend(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw refused('body', `is nested deeper than ${String(MAX_DEPTH)} levels`);
  }

  #readText(text: string): void {
    if (text.length > MAX_TEXT)
      throw refused('body', `has a text of more than ${formatNumber(MAX_TEXT)} characters`);
    this.#lastText = text;
  }

  /** No field of ours begins with `$`; a database would take it for an operator. */
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
