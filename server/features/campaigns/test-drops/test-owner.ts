const TEST = 'test:';

/**
 * Returns the owner of a user's test calls. They belong to an owner of their own, so that no list, total, name, day limit,
 * live update or mail of the user counts them; their credits are of the user's stream.
 */
export function testOwnerOf(uid: string): string {
  return `${TEST}${uid}`;
}

/** Returns the user who makes the calls of an owner, and whether they are test calls. */
export function callerOf(owner: string): { caller: string; isTest: boolean } {
  const isTest = owner.startsWith(TEST);
  return { caller: isTest ? owner.slice(TEST.length) : owner, isTest };
}
