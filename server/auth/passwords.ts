import { hash, verify } from '@node-rs/argon2';
import { newSecret } from '#server/ids.ts';

/** argon2id at OWASP's recommended cost; about 20 ms and 19 MiB a password. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password nobody has, so that an unknown address costs the same work as a known one. */
let decoy: Promise<string> | undefined;

/** Hashes a password for keeping. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether `password` is the one behind `passwordHash`. Without a hash: the same work, and never. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(newSecret());
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
