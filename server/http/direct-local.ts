import type { Request } from 'express';
import { isLocalName } from '#server/lib/local-name.ts';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** What proxies add to the requests that they pass on. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request was made on this machine, to a name of this machine, and passed on by no proxy. */
export function isDirectLocal({ headers, socket }: Request): boolean {
  const forwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return LOOPBACK.test(socket.remoteAddress ?? '') && isLocalName(headers.host ?? '') && !forwarded;
}
