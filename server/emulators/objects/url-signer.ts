import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/lib/clock.ts';
import { isObjectKey } from './object-key.ts';

const policySchema = z.object({
  key: z.string().refine(isObjectKey),
  contentType: z.string(),
  maxBytes: z.int().positive(),
  /** Milliseconds since the epoch. */
  expiresAt: z.int(),
});
/** What one presigned form allows. */
export type UploadPolicy = z.infer<typeof policySchema>;

/** Signs and checks what a link or a form allows. Nothing about the host is signed: any address of Hark will do. */
export interface UrlSigner {
  signPolicy(policy: UploadPolicy): { policy: string; signature: string };
  /** The policy of a form; `undefined` for a forged or expired one. */
  openPolicy(policy: string, signature: string): UploadPolicy | undefined;
  signDownload(key: string, expiresAt: number): string;
  /** Whether a link is ours and still good. */
  allowsDownload(key: string, expiresAt: number, signature: string): boolean;
}

/** A signer with HMAC-SHA256 over `secret`. */
export function createUrlSigner(secret: string, clock: Clock): UrlSigner {
  const sign = (purpose: 'get' | 'post', text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  const current = (expiresAt: number) => expiresAt > clock.now().getTime();
  const downloadText = (key: string, expiresAt: number) => `${key}\n${String(expiresAt)}`;
  return {
    signPolicy(content) {
      const policy = Buffer.from(JSON.stringify(content)).toString('base64url');
      return { policy, signature: sign('post', policy) };
    },
    openPolicy(policy, signature) {
      if (!equal(signature, sign('post', policy))) return undefined;
      const content = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64url').toString()));
      return current(content.expiresAt) ? content : undefined;
    },
    signDownload: (key, expiresAt) => sign('get', downloadText(key, expiresAt)),
    allowsDownload(key, expiresAt, signature) {
      return current(expiresAt) && equal(signature, sign('get', downloadText(key, expiresAt)));
    },
  };
}

function equal(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
