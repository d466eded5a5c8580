/** Exits with 0 if the process in this container is ready: web processes answer on PORT, workers on HEALTH_PORT. */
const TIMEOUT_MS = 2_500;

const { HARK_ROLE, PORT = '3000', HEALTH_PORT } = process.env;
const port = HARK_ROLE === 'worker' ? HEALTH_PORT : PORT;
try {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`http://127.0.0.1:${String(port)}/readyz`, { signal });
  // Docker keeps what a check prints.
  if (!response.ok) console.error(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
