import type { Mail } from '#server/providers/mail/port.ts';

/** Returns mails as their readers see them, each under a name, for a file that lists them. */
export function listMails(mails: readonly (readonly [name: string, mail: Mail])[]): string {
  const texts = mails.map(([name, { to, id, subject, text }]) => {
    const head = [
      `# ${name}`,
      `To: ${to}`,
      ...(id === undefined ? [] : [`Id: ${id}`]),
      `Subject: ${subject}`,
    ];
    return `${head.join('\n')}\n\n${text}\n`;
  });
  return texts.join('\n\n');
}
