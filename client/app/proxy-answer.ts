import type { RawResponse } from './post-form.ts';

/** What is said in place of the page of a server in front of Hark, such as nginx, by its status. */
const TEXTS: Readonly<Record<number, string>> = {
  413: 'The server in front of Hark does not let through as much at once. Ask whoever runs it to raise its limit, or use a smaller file.',
  502: 'Hark cannot be reached right now. Please try again in a minute.',
  503: 'Hark cannot be reached right now. Please try again in a minute.',
  504: 'The server in front of Hark stopped waiting for an answer. Please check whether it was done before you try again.',
};

const HTML = /^\s*(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html|head|body|center|h1)\b/i;

/** Returns one sentence for an answer that is a page of HTML, which Hark's API never sends; `undefined` for any other. */
export function proxyText({ status, body }: Pick<RawResponse, 'status' | 'body'>): string | undefined {
  return HTML.test(body) ? statusSentence(status) : undefined;
}

/** Returns the sentence for the status of an answer that is not of Hark. */
export function statusSentence(status: number): string {
  return (
    TEXTS[status] ?? `The server in front of Hark answered with status ${String(status)}. Please try again.`
  );
}
