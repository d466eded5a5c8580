const EMAIL = 'pending_verification_email';
const USER_ID = 'pending_verification_user_id';

/** A registration whose email address is not verified yet. */
export interface PendingVerification {
  email: string | null;
  userId: string | null;
}

export function readPendingVerification(storage: Storage): PendingVerification {
  return { email: storage.getItem(EMAIL), userId: storage.getItem(USER_ID) };
}

export function writePendingVerification(storage: Storage, email: string, userId: string): void {
  storage.setItem(EMAIL, email);
  storage.setItem(USER_ID, userId);
}

export function clearPendingVerification(storage: Storage): void {
  storage.removeItem(EMAIL);
  storage.removeItem(USER_ID);
}
