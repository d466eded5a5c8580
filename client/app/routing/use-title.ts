import { useEffect } from 'react';

let pageTitle = '';
let namedTitle: string | undefined;

function show(): void {
  document.title = `${namedTitle ?? pageTitle} · Hark`;
}

/** Makes the title of a page the document title, unless what is shown on it has a name. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle = title;
    show();
  }, [title]);
}

/** Makes the name of what is shown on a page the document title for as long as it is shown. */
export function useNamedTitle(name: string): void {
  useEffect(() => {
    namedTitle = name;
    show();
    return () => {
      namedTitle = undefined;
      show();
    };
  }, [name]);
}
