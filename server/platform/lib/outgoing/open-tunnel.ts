import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type Socket } from 'node:net';

/** A provider that needs a connection has less patience than a proxy whose target does not answer. */
const TIMEOUT_MS = 10_000;
const OK = 200;

/** The proxy gave no connection, so that the target has received nothing. */
export class ProxyFailure extends Error {
  readonly code = 'PROXY_FAILED';
}

interface TunnelOptions {
  host: string;
  port: number;
  /** Gives up while there is no connection yet; has no effect on one that was made. */
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Connects to a host through a proxy, by CONNECT; rejects with `ProxyFailure`, which names no password. */
export function openTunnel(proxy: URL, options: TunnelOptions): Promise<Socket> {
  const { host, port, signal, timeoutMs = TIMEOUT_MS } = options;
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
  const failed = (what: string, cause?: unknown) =>
    new ProxyFailure(`the proxy ${proxy.host} ${what} for ${authority}`, { cause });
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send({
      method: 'CONNECT',
      host: proxy.hostname.replaceAll(/[[\]]/g, ''),
      ...(proxy.port !== '' && { port: proxy.port }),
      path: authority,
      headers: { host: authority, ...credentialsOf(proxy) },
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      if (statusCode === OK) {
        socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(failed(`answered ${String(statusCode)}`));
    });
    request.once('error', (error) => {
      reject(failed('gave no connection', error));
    });
    request.end();
  });
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
