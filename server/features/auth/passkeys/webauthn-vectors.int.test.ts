import { afterAll, beforeAll, expect, test } from 'vitest';
import { appErrorOf, registration, startAuth } from '#server/features/auth/auth-harness.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';

let running: Awaited<ReturnType<typeof startAuth>>;
beforeAll(async () => {
  running = await startAuth({ baseUrl: 'https://example.org' });
});
afterAll(() => running.stop());

/** A credential of the test vectors of Web Authentication Level 3, section 16; binary values in hexadecimal. */
interface Vector {
  id: string;
  created: { clientData: string; attestationObject: string };
  used: { clientData: string; authenticatorData: string; signature: string };
}

const EXTENDED =
  '"extraData":"clientDataJSON may be extended with additional fields in the future, such as this: ';

/** "ES256 Credential with Self Attestation": its owner was verified when it was created, and not when it was used. */
const SELF_ATTESTED: Vector = {
  id: '455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58c',
  created: {
    clientData: `{"type":"webauthn.create","challenge":"eGnCt3LUtY66k3jPjynibPk1qnffDaifqZwL3Ap29-U","origin":"https://example.org","crossOrigin":false,${EXTENDED}U9hTXvKE2URkMnb_0xYHVg"}`,
    attestationObject:
      'a363666d74667061636b65646761747453746d74a263616c672663736967584630440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da98302207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d68617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b55d00000000df850e09db6afbdfab51697791506cfc0020455ef34e2043a87db3d4afeb39bbcb6cc32df9347c789a865ecdca129cbef58ca5010203262001215820eb151c8176b225cc651559fecf07af450fd85802046656b34c18f6cf193843c5225820927b8aa427a2be1b8834d233a2d34f61f13bfd44119c325d5896e183fee484f2',
  },
  used: {
    clientData: `{"type":"webauthn.get","challenge":"RHihCxNSNI3RYME1Ow1Gm12xnrkcJ_ffpv7Tn-Jq8gs","origin":"https://example.org","crossOrigin":false,${EXTENDED}gTb53rz6EhSWomXGzimC1Q"}`,
    authenticatorData: 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50900000000',
    signature:
      '304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf84002204e94dd00047b316061b3b99772b7efd95994a83ef584b3b6b825ea3550251b66',
  },
};

/** "ES256 Credential with "crossOrigin": true in clientDataJSON": its owner was verified both times. */
const CROSS_ORIGIN: Vector = {
  id: '6e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915db2bd5ce57',
  created: {
    clientData: `{"type":"webauthn.create","challenge":"O-WqzQNTcUJHI0CrWWnyQPHYdxbiC2gHrCMGVfpLO0k","origin":"https://example.org","crossOrigin":true,${EXTENDED}zZquEtDR9DWqpW5tBWTFug"}`,
    attestationObject:
      'a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b54500000000883f4f6014f19c09d87aa38123be48d000206e1050c0d2ca2f07c755cb2c66a74c64fa43065c18f938354d9915db2bd5ce57a501020326200121582022200a473f90b11078851550d03b4e44a2279f8c4eca27b3153dedfe03e4e97d225820cbd0be95e746ad6f5a8191be11756e4c0420e72f65b466d39bc56b8b123a9c6e',
  },
  used: {
    clientData: `{"type":"webauthn.get","challenge":"h2qlF7qD_e5l_P_bykyE7q5dVPgEGh_IXJkeW7snMTc","origin":"https://example.org","crossOrigin":true,${EXTENDED}92pcTVD0Aby-q4dtmj6efg"}`,
    authenticatorData: 'bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b50500000000',
    signature:
      '3046022100eb12fcf23b12764c0f122e22371fab92e283879fd798f38ee1841c951b6e40e7022100c76237ff9db77b3c56f30837cda6a09acfa2e915544e609c0733b1184036d1cf',
  },
};

const encoded = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
const named = ({ id }: Vector) => ({ id: encoded(id), rawId: encoded(id), type: 'public-key' as const });
const textOf = (clientData: string) => Buffer.from(clientData).toString('base64url');

/** Issues the challenge of a vector. */
async function issue(clientData: string, purpose: 'add' | 'sign-in', session: string | null): Promise<void> {
  const { challenge } = JSON.parse(clientData) as { challenge: string };
  const expiresAt = new Date(running.clock.now().getTime() + 60_000);
  await running.connection
    .collection<{ _id: string }>('passkey_challenges')
    .replaceOne({ _id: hashSecret(challenge) }, { purpose, session, expiresAt }, { upsert: true });
}

/** Adds the passkey of a vector to a new account; returns the code of the error, if any. */
async function add(email: string, vector: Vector, clientData = vector.created.clientData): Promise<string> {
  const { browser, call } = running.browser();
  await call.register(registration(email));
  await issue(clientData, 'add', browser.context().session.storedId);
  const response = {
    clientDataJSON: textOf(clientData),
    attestationObject: encoded(vector.created.attestationObject),
  };
  const added = call.addPasskey({ name: 'Vector', response: { ...named(vector), response } });
  return added.then(
    () => 'ok',
    (error: unknown) => appErrorOf(error).code,
  );
}

async function signIn(vector: Vector): Promise<string> {
  const { clientData, authenticatorData, signature } = vector.used;
  await issue(clientData, 'sign-in', null);
  const response = {
    clientDataJSON: textOf(clientData),
    authenticatorData: encoded(authenticatorData),
    signature: encoded(signature),
  };
  const signedIn = running.browser().call.signInWithPasskey({ response: { ...named(vector), response } });
  return signedIn.then(
    () => 'ok',
    (error: unknown) => appErrorOf(error).code,
  );
}

test('a published credential is added, and signs nobody in without a verified owner', async () => {
  expect(await add('self@example.com', SELF_ATTESTED)).toBe('ok');
  expect(await signIn(SELF_ATTESTED)).toBe('INVALID_CREDENTIALS');
});

test('a passkey is neither added nor used from a frame on a page of another site', async () => {
  expect(await add('cross@example.com', CROSS_ORIGIN)).toBe('INVALID_INPUT');
  // As if it had been added: nothing is signed there, so the text may be changed.
  const changed = CROSS_ORIGIN.created.clientData.replace('"crossOrigin":true', '"crossOrigin":false');
  expect(await add('changed@example.com', CROSS_ORIGIN, changed)).toBe('ok');
  expect(await signIn(CROSS_ORIGIN)).toBe('INVALID_CREDENTIALS');
});
