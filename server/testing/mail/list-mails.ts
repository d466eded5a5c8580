import { expect } from 'vitest';
import { PAGE_PATHS } from '#shared/paths.ts';
import type { Mail } from '#server/providers/mail/port.ts';

const LINK = /https:\/\/hark\.example(?<path>[^?\s]*)/g;

/** Returns mails as their readers see them, each under a name, for a file that lists them. Their links must lead to pages. */
export function listMails(mails: readonly (readonly [name: string, mail: Mail])[]): string {
  const texts = mails.map(([name, { to, id, subject, text }]) => {
    const head = [
      `# ${name}`,
      `To: ${to}`,
      ...(id === undefined ? [] : [`Id: ${id}`]),
      `Subject: ${subject}`,
    ];
    for (const { groups } of text.matchAll(LINK)) expect(PAGE_PATHS, name).toContain(groups?.['path']);
    return `${head.join('\n')}\n\n${text}\n`;
  });
  return texts.join('\n\n');
}
