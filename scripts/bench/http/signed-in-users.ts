import { createHmac } from 'node:crypto';
import type { Connection } from 'mongoose';
import { SESSIONS, sessionCookieName, storedId } from '#server/platform/http/sessions/sessions.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

interface StoredSession {
  _id: string;
  session: { user: SignedInUser };
}

/**
 * Stores an account and a session for each of `users`, as copies of those of the one account in the database. Returns their
 * cookies. A thousand real sign-ins would hash passwords for minutes.
 */
export async function signInUsers(
  connection: Connection,
  dataDir: string,
  users: readonly SignedInUser[],
): Promise<string[]> {
  const accounts = connection.collection<{ _id: string }>('users');
  const sessions = connection.collection<StoredSession>(SESSIONS);
  const account = await accounts.findOne();
  const session = await sessions.findOne({ 'session.user.uid': account?._id });
  if (account === null || session === null) throw new Error('No session to copy');
  const [secret] = deriveSecrets(await masterSecrets({ DATA_DIR: dataDir }), 'session cookie');
  const ids = users.map(() => newId());
  await accounts.insertMany(
    users.map(({ uid, streamId }) => {
      const email = `${uid}@customers.example`;
      return { ...account, _id: uid, streamId, email, emailLower: email };
    }),
  );
  await sessions.insertMany(
    users.map((user, at) => ({
      ...session,
      _id: storedId(ids[at] ?? ''),
      session: { ...session.session, user },
    })),
  );
  return ids.map((id) => `${sessionCookieName(undefined)}=${encodeURIComponent(`s:${signed(id, secret)}`)}`);
}

/** Signs a session id as express-session does. */
function signed(id: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
  return `${id}.${signature}`;
}
