/** After a fetch that broke off, the waits before the next ones, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000];

/** Fetches a part of the client's code: as soon as the browser has a connection, and again where that breaks off. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  for (const delay of RETRY_DELAYS_MS) {
    await waitUntilOnline();
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  await waitUntilOnline();
  return load();
}

async function waitUntilOnline(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
  });
}
