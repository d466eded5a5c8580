import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { followSignal } from '#server/platform/lib/concurrency/follow-signal.ts';
import { hostOf, refusalOf } from '#server/features/webhooks/addresses/check-url.ts';
import type { AddressRules } from '#server/features/webhooks/addresses/address-rules.ts';
import type { Resolve } from '#server/features/webhooks/addresses/resolve-name.ts';

const TIMEOUT_MS = 10_000;
const EXCERPT_BYTES = 4_000;
/** Responses before the final one, of which an endpoint could send any number. */
const MAX_INTERIM = 10;

/** What became of a request: `status` is absent where there was no response. */
export interface SendResult {
  delivered: boolean;
  status?: number | undefined;
  excerpt?: string | undefined;
  error?: string | undefined;
  /** The `Retry-After` of a response that is no success. */
  retryAfter?: string | undefined;
}

export interface Delivery {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Posts a body to an endpoint. Never throws, except that an abort by `signal` rejects. */
export type SendRequest = (delivery: Delivery, signal: AbortSignal) => Promise<SendResult>;

/**
 * Creates the client of endpoints. It connects only to addresses that the rules allow, checked on the address that is
 * dialled; it follows no redirect and gives up after 10 s.
 */
export function createSendRequest(rules: AddressRules, resolve: Resolve): SendRequest {
  return async (delivery, signal) => {
    const deadline = deadlineOf(signal);
    try {
      return await post(delivery, { rules, resolve, signal: deadline.signal });
    } catch (error) {
      if (signal.aborted) throw error;
      return { delivered: false, error: textOf(error) };
    } finally {
      deadline.clear();
    }
  };
}

/** A signal that follows `signal` and the time limit. */
function deadlineOf(signal: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const { controller, unfollow } = followSignal(signal);
  const timer = setTimeout(() => {
    controller.abort();
  }, TIMEOUT_MS);
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      unfollow();
    },
  };
}

interface Connection {
  rules: AddressRules;
  resolve: Resolve;
  signal: AbortSignal;
}

async function post({ url: text, headers, body }: Delivery, { rules, resolve, signal }: Connection) {
  const url = new URL(text);
  const host = hostOf(url);
  // The lookup is not called for addresses.
  const refusal = isIP(host) === 0 ? undefined : refusalOf(url, [host], rules);
  if (refusal !== undefined) throw new RefusedAddress(refusal);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: checkedLookup(url, rules, resolve),
    signal,
    // A connection of its own, so that the check applies to the address of this request.
    agent: false,
  });
  request.end(body);
  const response = await responseOf(request);
  const excerpt = await beginningOf(response);
  request.destroy();
  return { ...resultOf(response.statusCode ?? 0, excerpt), retryAfter: response.headers['retry-after'] };
}

function resultOf(status: number, excerpt: string): SendResult {
  if (status >= 200 && status < 300) return { delivered: true, status, excerpt };
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? 'Redirects are not followed' : `The endpoint answered ${String(status)}`;
  return { delivered: false, status, excerpt, error };
}

/** An address that deliveries may not go to. */
class RefusedAddress extends Error {}

/** The connection ended before a final response came. */
class NoResponse extends Error {
  readonly code = 'ECONNRESET';
}

/** Returns a lookup that fails unless every address of the name may be reached. */
function checkedLookup(url: URL, rules: AddressRules, resolve: Resolve): LookupFunction {
  async function checked(hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await resolve(hostname);
    if (first === undefined) throw new RefusedAddress('The host name has no address');
    const addresses = [first, ...others].map(({ address }) => address);
    const refusal = refusalOf(url, addresses, rules);
    if (refusal !== undefined) throw new RefusedAddress(refusal);
    return [first, ...others];
  }
  return (hostname, options, callback) => {
    checked(hostname).then(
      (found) => {
        if (options.all === true) callback(null, found);
        else callback(null, found[0].address, found[0].family);
      },
      (error: unknown) => {
        callback(error as Error, '', 0);
      },
    );
  };
}

function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim <= MAX_INTERIM) return;
      // First, as the final response may be in the same packet.
      reject(new NoResponse());
      request.destroy();
    });
    request.once('response', resolve);
    request.on('error', reject);
    // Without a response or an error, as after an answer that changes the protocol.
    request.once('close', () => {
      reject(new NoResponse());
    });
  });
}

/** Returns the beginning of a body. The status decides, so that a body that breaks off is no failure. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes >= EXCERPT_BYTES) break;
    }
  } catch {
    // What was received is enough.
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8');
}

const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  ENOTFOUND: 'The host name cannot be found',
  EAI_AGAIN: 'The host name cannot be found',
  ENODATA: 'The host name cannot be found',
  ESERVFAIL: 'The host name cannot be found',
  ETIMEOUT: 'The name servers of the host do not answer',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  ETIMEDOUT: 'There was no answer within 10 seconds',
};

/** Returns why a request failed, in words that name no address inside. */
function textOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message;
  if (!(error instanceof Error)) return 'The request failed';
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return 'There was no answer within 10 seconds';
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(code))
    return 'Its TLS certificate is not valid';
  return TEXTS[code] ?? 'The request failed';
}
