import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The challenge and the host name of WebAuthn options. */
interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
}

/** What a dishonest device or page may do differently. */
interface Deviation {
  origin?: string;
  /** Whether the device verified its owner; default: it did. */
  verified?: boolean;
  /** Whether its owner was at the device; default: they were. */
  present?: boolean;
  /** The site that the device was asked for; default: the one of the options. */
  rpId?: string;
  /** What the browser says that the challenge is signed for; default: what it is. */
  type?: 'webauthn.get' | 'webauthn.create';
  counter?: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A software authenticator with one passkey, and the browser around it, for pages of `origin`. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const authenticatorData = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, rest]);
  };
  const clientData = (type: string, { challenge }: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  };

  return {
    id: named.id,
    /** Creates the passkey as `navigator.credentials.create` does. */
    create(
      options: Options,
      {
        verified = true,
        present = true,
        rpId,
        origin: from = origin,
        type = 'webauthn.create',
      }: Deviation = {},
    ) {
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const flags = HAS_CREDENTIAL | flagsOf({ verified, present });
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authenticatorData(rpId ?? siteOf(options), flags, counter, credential))],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData(type, options, from).toString('base64url'),
          attestationObject: Buffer.from(
            isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
          ).toString('base64url'),
        },
      };
    },
    /** Signs a challenge as `navigator.credentials.get` does; the counter goes up by one. */
    use(options: Options, deviation: Deviation = {}) {
      const {
        verified = true,
        present = true,
        origin: from = origin,
        rpId,
        type = 'webauthn.get',
      } = deviation;
      counter += 1;
      const flags = flagsOf({ verified, present });
      const data = authenticatorData(rpId ?? siteOf(options), flags, deviation.counter ?? counter);
      const client = clientData(type, options, from);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

function siteOf({ rpId, rp }: Options): string {
  return rpId ?? rp?.id ?? '';
}

function flagsOf({ verified, present }: { verified: boolean; present: boolean }): number {
  return (present ? USER_PRESENT : 0) | (verified ? USER_VERIFIED : 0);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
