/**
 * What the image runs. Until Hark has loaded, which takes a second, SIGTERM and SIGINT end the process at once: process 1
 * of a container ignores signals that it has no handler for, and no work has begun yet.
 */
for (const signal of ['SIGTERM', 'SIGINT']) {
  let isHandled = false;
  process.on(signal, () => {
    if (!isHandled) process.exit(0);
  });
  // Hark's own handler. Removing this one here would end the listening for the signal altogether.
  process.on('newListener', (event) => {
    if (event === signal) isHandled = true;
  });
}
await import(new URL('../../dist/server/main.js', import.meta.url).href);
