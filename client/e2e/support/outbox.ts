import { expect, type APIRequestContext } from '@playwright/test';

/** A mail in the local outbox. */
interface Mail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** Waits for a mail to an address with a subject, and returns the newest. */
export async function mailTo(
  request: APIRequestContext,
  to: string,
  subject: string | RegExp,
): Promise<Mail> {
  const found: Mail[] = [];
  await expect(async () => {
    const mails = (await (await request.get('/local/outbox')).json()) as Mail[];
    found.push(...mails.filter((mail) => mail.to === to && mail.subject.match(subject) !== null));
    expect(found).not.toEqual([]);
  }).toPass();
  return found[0] as Mail;
}

/** Returns the path and query of the first link of a mail. */
export function pathOf({ links }: Mail): string {
  const { pathname, search } = new URL(links[0] ?? '');
  return pathname + search;
}
