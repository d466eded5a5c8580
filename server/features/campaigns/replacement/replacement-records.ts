/** Replacements that a campaign remembers: far more than there are between a request and its repetition. */
const KEPT_REPLACEMENTS = 100;

/** Selects a campaign that this replacement has not changed, and may yet. */
export function notYet(replacement: string) {
  return { replacements: { $ne: replacement }, voidedPreparations: { $ne: replacement } };
}

/** Returns the part of an update that records the replacement that makes it. */
export function recordedReplacement(replacement: string) {
  return { $push: { replacements: { $each: [replacement], $slice: -KEPT_REPLACEMENTS } } };
}
