/** One attempt to call one contact. */
export interface Attempt {
  campaignId: string;
  seq: number;
  run: number;
}

const ATTEMPT_ID = /^([a-z0-9]{1,64})-([1-9]\d{0,8})-([1-9]\d{0,8})$/;

/** `<campaign>-<seq>-<run>`: idempotency key and the carrier's foreign id at once (design §4). */
export function attemptId({ campaignId, seq, run }: Attempt): string {
  return `${campaignId}-${String(seq)}-${String(run)}`;
}

/** Reads an attempt id; `undefined` for what we never made. */
export function parseAttemptId(id: string): Attempt | undefined {
  const [, campaignId, seq, run] = ATTEMPT_ID.exec(id) ?? [];
  if (campaignId === undefined) return undefined;
  return { campaignId, seq: Number(seq), run: Number(run) };
}
