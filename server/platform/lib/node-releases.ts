/** The last days of the release lines of Node that Hark runs on, as its project has announced them. */
const ENDS: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};

/** Returns the last day of a version of Node if it is over: no fixes of security come after it. */
export function endOfNode(version: string, now: Date): string | undefined {
  const [major = ''] = version.split('.');
  const end = ENDS[major];
  return end !== undefined && new Date(`${end}T23:59:59Z`) < now ? end : undefined;
}
