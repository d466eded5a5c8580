import './ui/styles.css';
import { loadCode } from './app/loading/load-code.ts';
import { prefetch } from './app/routing/routes.ts';

// The entry is small, so that the code of the page at hand is asked for while the application itself is on its way.
prefetch(window.location.pathname);
loadCode(() => import('./start.tsx')).catch(sayThatItFailed);

/** Where the application never comes there is nothing of it to say so with. */
function sayThatItFailed(): void {
  const place = document.querySelector('#root main');
  const [notice, title, reload] = [element('div'), element('h1'), element('button')];
  notice.setAttribute('role', 'alert');
  title.textContent = 'Hark could not be loaded';
  reload.textContent = 'Load it again';
  reload.className = 'mt-2 cursor-pointer underline';
  reload.onclick = () => {
    window.location.reload();
  };
  notice.append(title, reload);
  place?.replaceChildren(notice);
  place?.removeAttribute('aria-busy');
}

function element(tag: string): HTMLElement {
  return document.createElement(tag);
}
