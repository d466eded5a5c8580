const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface Delivery {
  /** The body as it arrived, before it is read as JSON. */
  body: string;
  /** The headers of the request, in letters of any case. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the endpoint, `whsec_…`. */
  secret: string;
  /** How old, or early, a delivery may be; 300 by default. */
  toleranceSeconds?: number;
  now?: Date;
}

/** What is wrong with a delivery that is not Hark's. */
export class InvalidDelivery extends Error {
  override readonly name = 'InvalidDelivery';
}

/**
 * Returns the event of a webhook delivery once its signature (Standard Webhooks 1.0) and its time are as they must be; rejects
 * with `InvalidDelivery` otherwise.
 */
export async function verifyWebhook<Event = unknown>(delivery: Delivery): Promise<Event> {
  const { body, secret, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery;
  const id = headerOf(delivery, 'webhook-id');
  const timestamp = headerOf(delivery, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds))
    throw new InvalidDelivery('The delivery is too old, or its clock differs from this one.');
  const key = await importKey(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of headerOf(delivery, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',', 2);
    const bytes = version === 'v1' ? fromBase64(value) : null;
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(body) as Event;
  }
  throw new InvalidDelivery('The delivery is not signed with this secret.');
}

function headerOf({ headers }: Delivery, name: string): string {
  const value = hasGet(headers) ? headers.get(name) : Object.entries(headers).find(isNamed(name))?.[1];
  if (typeof value !== 'string' || value === '') throw new InvalidDelivery(`The header ${name} is missing.`);
  return value;
}

/** Whether these are headers of fetch, of any realm or library. */
function hasGet(headers: Delivery['headers']): headers is Headers {
  return typeof headers.get === 'function';
}

/** Some servers hand over names as they were sent, or with capitals. */
function isNamed(name: string) {
  return ([sent]: [string, unknown]) => sent.toLowerCase() === name;
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (bytes === null || bytes.length === 0) throw new TypeError(`A secret begins with ${PREFIX}.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
