import type { ObjectStore } from '#server/providers/objects/port.ts';

/** Where the list is in an object store. No record names these objects; the sweep of the store leaves them alone. */
export const ERASURES = 'erasures/';
const KEY = /^erasures\/([\w-]+)\.(\d{4}-\d\d-\d\d)$/;

/** An account that its owner had erased: its random id and the day. Neither names anybody. */
export interface Erasure {
  uid: string;
  /** In the form 2026-11-29. */
  day: string;
}

type Store = Pick<ObjectStore, 'put' | 'list'>;

/**
 * The erased accounts, outside of the database, so that they are known after it is lost or restored. The first store is read;
 * copies, whose keys may only allow to write, get each entry before it.
 */
export class ErasureList {
  readonly #store: Store;
  readonly #copies: readonly Pick<Store, 'put'>[];

  constructor(store: Store, copies: readonly Pick<Store, 'put'>[] = []) {
    this.#store = store;
    this.#copies = copies;
  }

  /** Adds an account unless it is listed: in the copies first, so that what is listed is in all of them. */
  async add({ uid, day }: Erasure): Promise<void> {
    if ((await this.#store.list(`${ERASURES}${uid}.`)).length > 0) return;
    const key = `${ERASURES}${uid}.${day}`;
    for (const store of [...this.#copies, this.#store])
      await store.put(key, Buffer.alloc(0), 'application/octet-stream');
  }

  /** Yields all of the first store. */
  async *all(): AsyncGenerator<Erasure> {
    let after: string | undefined;
    do {
      const page = await this.#store.list(ERASURES, after);
      after = page.at(-1)?.key;
      for (const { key } of page) {
        const [, uid, day] = KEY.exec(key) ?? [];
        if (uid !== undefined && day !== undefined) yield { uid, day };
      }
    } while (after !== undefined);
  }
}

/** Returns the day of a time, as the list has it. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
