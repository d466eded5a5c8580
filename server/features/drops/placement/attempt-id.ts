/** One attempt to call one contact. */
export interface Attempt {
  campaignId: string;
  seq: number;
  run: number;
}

const ATTEMPT_ID = /^([a-z0-9]{1,64})-([1-9]\d{0,8})-([1-9]\d{0,8})$/;

/** Returns `<campaign>-<seq>-<run>`: the idempotency key of the attempt and its foreign id at the carrier. */
export function attemptId({ campaignId, seq, run }: Attempt): string {
  return `${campaignId}-${String(seq)}-${String(run)}`;
}

/** Parses an attempt id; `undefined` for any other string. */
export function parseAttemptId(id: string): Attempt | undefined {
  const [, campaignId, seq, run] = ATTEMPT_ID.exec(id) ?? [];
  if (campaignId === undefined) return undefined;
  return { campaignId, seq: Number(seq), run: Number(run) };
}
