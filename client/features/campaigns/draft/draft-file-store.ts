const DATABASE = 'hark-drafts';
const STORE = 'contact-files';

/** The contact file of a user's draft, kept in IndexedDB because localStorage holds only small texts. */
export interface DraftFileStore {
  read(uid: string): Promise<File | null>;
  write(uid: string, file: File): Promise<void>;
  delete(uid: string): Promise<void>;
}

/** Opens the store anew for each use: drafts are touched seldom, and a connection held open blocks other tabs. */
export function createDraftFileStore(factory: IDBFactory): DraftFileStore {
  async function use<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open(factory);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await finished(transaction);
      return request.result;
    } finally {
      database.close();
    }
  }
  return {
    async read(uid) {
      const file = await use<unknown>('readonly', (store) => store.get(uid));
      return file instanceof File ? file : null;
    },
    async write(uid, file) {
      await use('readwrite', (store) => store.put(file, uid));
    },
    async delete(uid) {
      await use('readwrite', (store) => store.delete(uid));
    },
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The browser keeps no drafts'));
    };
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onerror = transaction.onabort = () => {
      reject(transaction.error ?? new Error('The draft could not be kept'));
    };
  });
}
