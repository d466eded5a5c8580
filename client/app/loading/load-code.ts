/** The delays before the retries, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000];

/** Imports a module once the browser is online and retries failed attempts. Rejects with the error of the last one. */
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
