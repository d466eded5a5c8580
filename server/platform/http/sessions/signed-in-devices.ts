import type { Request, RequestHandler } from 'express';
import type { SessionData } from 'express-session';
import type { Connection } from 'mongoose';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { UserSessions } from './user-sessions.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { isActive } from './session-lifetime.ts';
import { SESSIONS, sessionUser, storedId } from './sessions.ts';

/** Maximum number of sessions of a user. */
const MAX_SESSIONS = 50;
const NEWEST_FIRST = { 'session.endsAt': -1 } as const;

/** A session as it is stored. */
interface StoredSession {
  _id: string;
  session: Partial<SessionData>;
}

/** Reads and ends the sessions of users. */
export function userSessions(connection: Connection, clock: Clock): UserSessions {
  const sessions = connection.collection<StoredSession>(SESSIONS);
  return {
    async devices(uid) {
      const now = clock.now().getTime();
      const found = await sessions
        .find({ 'session.user.uid': uid })
        .sort(NEWEST_FIRST)
        .limit(MAX_SESSIONS)
        .toArray();
      return found
        .flatMap(({ _id, session }) =>
          session.device !== undefined && isActive(session, now) ? [{ id: _id, ...session.device }] : [],
        )
        .sort((one, other) => other.lastSeenAt - one.lastSeenAt);
    },
    async endOldest(uid) {
      const oldest = await sessions
        .find({ 'session.user.uid': uid })
        .sort(NEWEST_FIRST)
        // Reads 50 index entries; as every sign-in does this, few remain.
        .skip(MAX_SESSIONS)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      if (oldest.length > 0) await sessions.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
    },
    async end(uid, id) {
      const { deletedCount } = await sessions.deleteOne({ _id: id, 'session.user.uid': uid });
      return deletedCount === 1;
    },
    async endPendingSignIn(uid, id) {
      const { deletedCount } = await sessions.deleteOne({ _id: id, 'session.pendingSignIn.uid': uid });
      return deletedCount === 1;
    },
    async markAuthenticated(uid, id) {
      // An update, as saving the session would store it again if it has ended meanwhile.
      const { matchedCount } = await sessions.updateOne(
        { _id: id, 'session.user.uid': uid },
        { $set: { 'session.authenticatedAt': clock.now().getTime() } },
      );
      return matchedCount === 1;
    },
    async endAll(uid, except) {
      await sessions.deleteMany({
        $or: [
          { 'session.user.uid': uid },
          { 'session.registration.uid': uid },
          { 'session.pendingSignIn.uid': uid },
        ],
        ...(except !== undefined && { _id: { $ne: except } }),
      });
    },
  };
}

/** Whether somebody asked for it: a page opens its live updates again by itself. */
function isAsked({ path }: Request): boolean {
  return !path.startsWith('/trpc/live.');
}

/** Records, at most once a minute, when somebody last used the browser of a session. */
export function recordLastSeen(connection: Connection, clock: Clock): RequestHandler {
  return (req, _res, next) => {
    const now = clock.now().getTime();
    const { device } = req.session;
    const due = device !== undefined && now - device.lastSeenAt >= MINUTE_MS && isAsked(req);
    if (due && sessionUser(req, clock) !== null) {
      connection
        .collection<StoredSession>(SESSIONS)
        .updateOne({ _id: storedId(req.sessionID) }, { $set: { 'session.device.lastSeenAt': now } })
        // The next request tries again; a failure must not affect this one.
        .catch(() => undefined);
    }
    next();
  };
}
