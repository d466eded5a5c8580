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

/** Where a list is. */
export type ErasureStore = Pick<ObjectStore, 'put' | 'list'>;

/** Lists an account in a store. */
export async function putErasure(store: Pick<ErasureStore, 'put'>, { uid, day }: Erasure): Promise<void> {
  await store.put(`${ERASURES}${uid}.${day}`, Buffer.alloc(0), 'application/octet-stream');
}

/**
 * The erased accounts, outside of the database, so that they are known after it is lost or restored. The first store is read;
 * copies, whose keys may only allow to write, get each entry before it.
 */
export class ErasureList {
  readonly #store: ErasureStore;
  readonly #copies: readonly Pick<ErasureStore, 'put'>[];

  constructor(store: ErasureStore, copies: readonly Pick<ErasureStore, 'put'>[] = []) {
    this.#store = store;
    this.#copies = copies;
  }

  /** Adds an account unless it is listed: in the copies first, so that what is listed is in all of them. */
  async add(erasure: Erasure): Promise<void> {
    if ((await this.#store.list(`${ERASURES}${erasure.uid}.`)).length > 0) return;
    for (const store of [...this.#copies, this.#store]) await putErasure(store, erasure);
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
