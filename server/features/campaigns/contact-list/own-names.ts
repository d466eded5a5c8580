import { MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { invalidField } from '#server/platform/lib/errors.ts';

/** Collects the names of the own columns of a JSON list, whose contacts may have different ones. */
export class OwnNames {
  readonly #names = new Set<string>();

  /** Throws `AppError` INVALID_INPUT if the list has too many. */
  add({ custom }: ContactInput): void {
    if (custom === undefined) return;
    for (const name of Object.keys(custom)) this.#names.add(name);
    if (this.#names.size <= MAX_OWN_COLUMNS) return;
    const problem = `may have at most ${String(MAX_OWN_COLUMNS)} different fields in custom`;
    throw invalidField('contacts', problem, `contacts ${problem}`);
  }

  get names(): string[] {
    return [...this.#names];
  }
}
