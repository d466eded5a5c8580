/** The campaigns that were sent from this window and whose end was not told yet; they outlast a visit to another page. */
const sent = new Set<string>();

/** Remembers that a campaign was sent from here. */
export function rememberSent(id: string): void {
  sent.add(id);
}

/** Whether a campaign was sent from here; true only once for each time it was sent. */
export function takeSent(id: string): boolean {
  return sent.delete(id);
}
