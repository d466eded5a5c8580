import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#server/platform/lib/clock.ts';
import { equalSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { isObjectKey } from './object-folder.ts';

const policySchema = z.object({
  key: z.string().refine(isObjectKey),
  contentType: z.string(),
  maxBytes: z.int().positive(),
  /** Milliseconds since the epoch. */
  expiresAt: z.int(),
});
/** The upload that a presigned form allows. */
export type UploadPolicy = z.infer<typeof policySchema>;

/** Signs and verifies links and forms. The host is not signed, so they are valid at any address of Hark. */
export interface UrlSigner {
  signPolicy(policy: UploadPolicy): { policy: string; signature: string };
  /** Returns the policy of a form, or undefined if it is forged or expired. */
  verifyPolicy(policy: string, signature: string): UploadPolicy | undefined;
  signDownload(key: string, expiresAt: number): string;
  /** Whether a link has a valid signature and has not expired. */
  verifyDownload(key: string, expiresAt: number, signature: string): boolean;
}

/** Creates a signer with HMAC-SHA256 and `secret`. */
export function createUrlSigner(secret: string, clock: Clock): UrlSigner {
  const sign = (purpose: 'get' | 'post', text: string) =>
    createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url');
  const isUnexpired = (expiresAt: number) => expiresAt > clock.now().getTime();
  const downloadText = (key: string, expiresAt: number) => `${key}\n${String(expiresAt)}`;
  return {
    signPolicy(content) {
      const policy = Buffer.from(JSON.stringify(content)).toString('base64url');
      return { policy, signature: sign('post', policy) };
    },
    verifyPolicy(policy, signature) {
      if (!equalSecrets(signature, sign('post', policy))) return undefined;
      const content = policySchema.parse(JSON.parse(Buffer.from(policy, 'base64url').toString()));
      return isUnexpired(content.expiresAt) ? content : undefined;
    },
    signDownload: (key, expiresAt) => sign('get', downloadText(key, expiresAt)),
    verifyDownload(key, expiresAt, signature) {
      return isUnexpired(expiresAt) && equalSecrets(signature, sign('get', downloadText(key, expiresAt)));
    },
  };
}
