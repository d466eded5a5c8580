import { join } from 'node:path';
import type { PublicLinks } from '#server/features/auth/auth-deps.ts';
import { createSecretBox, type SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { createSpool, type Spool } from '#server/platform/lib/uploads/spool.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import type { ProcessOptions } from './process-options.ts';

/** The options of a process that may have no master secrets. */
interface Secretive {
  secrets?: ProcessOptions['secrets'] | undefined;
}

/** Returns the encryption of stored secrets. Throws without master secrets, as in support commands. */
export function secretBoxOf(options: Pick<ProcessOptions, 'secrets'>): SecretBox {
  return boxFor('second factor', options);
}

/** Returns the encryption of mails that wait to be sent. Throws without master secrets. */
export function mailBoxOf(options: Secretive): SecretBox {
  return boxFor('queued mails', options);
}

function boxFor(purpose: string, { secrets }: Secretive): SecretBox {
  if (secrets === undefined) throw new Error('The secrets are missing.');
  return createSecretBox(deriveSecrets(secrets, purpose));
}

/** Returns the folder in which uploads are received. */
export function spoolOf({ DATA_DIR }: Pick<ProcessOptions['env'], 'DATA_DIR'>): Spool {
  return createSpool({ dir: join(DATA_DIR, 'spool') });
}

/** Returns the addresses that pages and mails name. */
export function publicLinksOf(env: ProcessOptions['env']): PublicLinks {
  return {
    supportEmail: env.SUPPORT_EMAIL,
    salesEmail: env.SALES_EMAIL,
    privacyUrl: env.PRIVACY_URL,
    termsUrl: env.TERMS_URL,
  };
}
