import { formatCount } from './formats.ts';

/** Says what becomes of the credits that are on hold for a deleted campaign; empty for none. */
export function heldAfterDeletion(credits: number): string {
  if (credits === 0) return '';
  const held = `${formatCount(credits, 'credit is', 'credits are')} still on hold`;
  return `${held}. Those for calls not yet made are released within minutes; those for calls already with the carrier are charged or released when it reports them.`;
}
