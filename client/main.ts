import './ui/styles.css';
import { loadCode } from './app/loading/load-code.ts';
import { prefetch } from './app/routing/routes.ts';

// zod reads this when it loads: its probe of `new Function` would be reported by the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The entry is small, so that the code of the current page is requested while the application itself loads.
prefetch(window.location.pathname);
loadCode(() => import('./start.tsx')).catch(showLoadError);

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
}

function element(tag: string): HTMLElement {
  return document.createElement(tag);
}
