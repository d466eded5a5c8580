/** Seconds as `m:ss`, whole seconds only: 0:07. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${String(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, '0')}`;
}
