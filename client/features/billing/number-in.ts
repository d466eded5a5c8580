/** Returns the number in a text that may group its digits; NaN for anything else. */
export function numberIn(text: string): number {
  const digits = text.replace(/[\s,]/g, '');
  return digits === '' ? NaN : Number(digits);
}
