/**
 * Calls `action` after the next frame, so that the frame which answers a click or a key does not wait for it; at once in a
 * hidden tab, which draws none.
 */
export function afterFrame(action: () => void): void {
  if (document.hidden) action();
  // A frame is drawn after its callback.
  else requestAnimationFrame(() => setTimeout(action));
}
