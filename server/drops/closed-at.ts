import type { ContactDocument } from './contacts/contact-model.ts';

/** Returns when a call, or its run before, became final; `undefined` for one that never was. */
export function closedAt({
  status,
  at,
  previous,
}: Pick<ContactDocument, 'status' | 'at' | 'previous'>): Date | undefined {
  return status === 'success' || status === 'failed' ? at : previous?.at;
}
