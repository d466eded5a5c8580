import { onFirstInteraction } from '#client/app/loading/lazy-with-preload.ts';

/** The scripts of each page that were not requested yet, by its path; none before they are listed. */
let scripts = new Map<string, readonly string[]>();

/**
 * Lists the scripts of the pages of a built client, once somebody uses it. Without the list, a page is loaded all the same, as
 * its scripts name each other.
 */
export function listPageScripts(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="preloads"]')?.content;
  if (address === undefined) return;
  onFirstInteraction(() => {
    void fetch(address)
      .then(async (response) => {
        if (response.ok)
          scripts = new Map(Object.entries((await response.json()) as Record<string, string[]>));
      })
      .catch(() => undefined);
  });
}

/** Requests all scripts of a page at once, where each would be found in another: in up to four round trips. */
export function requestScripts(path: string): void {
  const listed = scripts.get(path) ?? [];
  scripts.delete(path);
  for (const href of listed)
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
}
