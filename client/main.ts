import './ui/styles.css';
import './app/zod-setup.ts';
import { loadCode } from './app/loading/load-code.ts';
import { prefetch } from './app/routing/routes.ts';

// The entry is small, so that the code of the current page is requested while the application itself loads.
void prefetch(window.location.pathname);
loadCode(() => import('./start.tsx'))
  .then(({ started }) => started)
  .catch(showLoadError);

/** Shows an error without React, because none of the application has loaded. */
function showLoadError(): void {
  const container = document.querySelector('#root main');
  const [notice, title, reload] = [element('div'), element('h1'), element('button')];
  notice.setAttribute('role', 'alert');
  title.textContent = 'Hark could not be loaded';
  reload.textContent = 'Load it again';
  reload.className = 'mt-2 cursor-pointer underline';
  reload.onclick = () => {
    window.location.reload();
  };
  notice.append(title, reload);
  container?.replaceChildren(notice);
  container?.removeAttribute('aria-busy');
  document.getElementById('root')?.removeAttribute('data-prerendered');
}

function element(tag: string): HTMLElement {
  return document.createElement(tag);
}
