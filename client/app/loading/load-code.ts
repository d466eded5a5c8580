/** After a fetch that broke off, the waits before the next ones, in milliseconds. */
const WAITS_MS = [500, 2_000];

/** Fetches a part of the client's code: as soon as the browser has a connection, and again where that breaks off. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const wait of WAITS_MS) {
    await connection();
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  await connection();
  return load();
}

async function connection(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
  });
}
