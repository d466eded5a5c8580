import { createHmac } from 'node:crypto';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Connection } from 'mongoose';
import { SESSIONS, sessionCookieName, storedId } from '#server/platform/http/sessions/sessions.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { deriveSecrets, masterSecrets } from '#server/platform/lib/secrets/secrets.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { USERS } from '../data/filled-database.ts';

/** Connections of the load, which are kept open. */
export const CONNECTIONS = 32;
/** The query behind the dashboard's totals. */
export const QUERY = '/trpc/campaigns.summary';

/** Sends requests for so many seconds, as many at a time as there are connections. Returns what each took, in milliseconds. */
export type Load = (seconds: number) => Promise<number[]>;

/** Creates the load on one address, by users in turn. A response other than 200 ends it with an error. */
export function createLoad(url: string, cookies: readonly string[]): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let sent = 0;
  const request = async (): Promise<void> => {
    const cookie = cookies[sent++ % cookies.length] ?? '';
    const [response] = (await once(get(url, { agent, headers: { cookie } }), 'response')) as [
      IncomingMessage,
    ];
    await once(response.resume(), 'end');
    if (response.statusCode !== 200) throw new Error(`${url} responded with ${String(response.statusCode)}`);
  };
  return async (seconds) => {
    const end = performance.now() + seconds * 1_000;
    const took: number[] = [];
    const connection = async (): Promise<void> => {
      for (let begun = performance.now(); begun < end; begun = performance.now()) {
        await request();
        took.push(performance.now() - begun);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return took;
  };
}

interface StoredSession {
  _id: string;
  session: { user: SignedInUser };
}

/**
 * Stores an account and a session for each of `USERS`, as copies of those of the one account in the database. Returns their
 * cookies. A thousand real sign-ins would hash passwords for minutes.
 */
export async function signInUsers(connection: Connection, dataDir: string): Promise<string[]> {
  const accounts = connection.collection<{ _id: string }>('users');
  const sessions = connection.collection<StoredSession>(SESSIONS);
  const account = await accounts.findOne();
  const session = await sessions.findOne({ 'session.user.uid': account?._id });
  if (account === null || session === null) throw new Error('No session to copy');
  const [secret] = deriveSecrets(await masterSecrets({ DATA_DIR: dataDir }), 'session cookie');
  const signedIn = USERS.map((user) => ({ user, email: `${user.uid}@customers.example`, id: newId() }));
  await accounts.insertMany(
    signedIn.map(({ user: { uid, streamId }, email }) => {
      return { ...account, _id: uid, streamId, email, emailLower: email };
    }),
  );
  await sessions.insertMany(
    signedIn.map(({ user, id }) => {
      return { ...session, _id: storedId(id), session: { ...session.session, user } };
    }),
  );
  return signedIn.map(({ id }) => {
    // As express-session signs it.
    const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
    return `${sessionCookieName(undefined)}=${encodeURIComponent(`s:${id}.${signature}`)}`;
  });
}
