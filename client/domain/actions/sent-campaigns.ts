/** Campaigns sent from this tab whose result was not announced yet; survives navigation. */
const sent = new Set<string>();

/** Records that a campaign was sent from this tab. */
export function rememberSent(id: string): void {
  sent.add(id);
}

/** Returns whether a campaign was sent from this tab; true only once per send. */
export function takeSent(id: string): boolean {
  return sent.delete(id);
}
