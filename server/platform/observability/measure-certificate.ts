import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const READ_EVERY_MS = 10 * MINUTE_MS;

/** Reads at the first scrape, and then every ten minutes, when the certificate of an https origin expires. */
export function measureCertificate(origin: string | undefined, metrics: Pick<Metrics, 'read'>): void {
  if (origin?.startsWith('https:') !== true) return;
  let expiry: Promise<Date> | undefined;
  let askedAt = -Infinity;
  metrics.read('hark_certificate_expiry_timestamp_seconds', async () => {
    const now = performance.now();
    if (expiry === undefined || now - askedAt > READ_EVERY_MS) {
      askedAt = now;
      expiry = expiryOf(new URL(origin));
    }
    return [{ labels: {}, value: (await expiry).getTime() / 1_000 }];
  });
}

/** Returns when the certificate expires that a server shows, whoever issued it and for whom. */
function expiryOf({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // An address has no name to ask for.
    const serverName = isIP(host) === 0 ? { servername: host } : {};
    // Nothing is sent: an expired certificate must be read too.
    const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...serverName });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The server did not answer.')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
}
