const DATABASE = 'hark-drafts';
const STORE = 'contact-files';

/** The contact files of drafts by `fileKey`, in IndexedDB because localStorage holds only small texts. */
export interface DraftFileStore {
  read(key: string): Promise<File | null>;
  write(key: string, file: File): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Creates the store. Each operation opens its own connection, because an open one blocks upgrades in other tabs. */
export function createDraftFileStore(factory: IDBFactory): DraftFileStore {
  async function withStore<T>(
    mode: IDBTransactionMode,
    operation: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open(factory);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = operation(transaction.objectStore(STORE));
      await completed(transaction);
      return request.result;
    } finally {
      database.close();
    }
  }
  return {
    async read(key) {
      const file = await withStore<unknown>('readonly', (store) => store.get(key));
      return file instanceof File ? file : null;
    },
    async write(key, file) {
      await withStore('readwrite', (store) => store.put(file, key));
    },
    async delete(key) {
      await withStore('readwrite', (store) => store.delete(key));
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
      reject(request.error ?? new Error('IndexedDB could not be opened'));
    };
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onerror = transaction.onabort = () => {
      reject(transaction.error ?? new Error('The draft file could not be saved'));
    };
  });
}
