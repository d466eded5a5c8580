/** The steps by their numbers in drafts of versions before steps had ids, from 1. */
export const NUMBERED_STEPS = ['name', 'upload', 'message', 'voice', 'schedule', 'review'] as const;
