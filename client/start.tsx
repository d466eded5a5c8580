import './ui/styles.css';
import './app/zod-setup.ts';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createClients, type Clients } from './app/clients.tsx';
import { watchForFirstInteraction } from './app/loading/lazy-with-preload.ts';
import { watchHistory } from './app/routing/history-guard.ts';
import { listPageScripts } from './app/routing/page-scripts.ts';
import { prefetch, prefetchOnHover } from './app/routing/routes.ts';

/** How long what the server has sent stays before a page whose code does not load, in milliseconds. */
const MAX_WAIT_MS = 5_000;

prefetchOnHover();
listPageScripts();
watchHistory();
watchForFirstInteraction();

start().catch(showLoadError);

/** Renders the page in the place of what the server has sent, or makes that work if it is the same. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const prerendered = root.dataset['prerendered'];
  // Otherwise a placeholder would be shown in between.
  if (prerendered !== undefined) await codeOfPage();
  const clients = createClients(localStorage, window);
  const app = (
    <StrictMode>
      <App clients={clients} />
    </StrictMode>
  );
  if (prerendered === 'page' && isAsPrerendered(clients)) {
    hydrateRoot(root, app);
    return;
  }
  // At once: until then, client/head.js takes what a person does.
  flushSync(() => {
    createRoot(root).render(app);
  });
  delete root.dataset['prerendered'];
}

async function codeOfPage(): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([prefetch(window.location.pathname), limit]);
}

/** A page is rendered for nobody, who has not been sent there by another page. */
function isAsPrerendered({ sessionStore }: Clients): boolean {
  return sessionStore.get().kind !== 'signedIn' && history.state === null;
}

/** Shows an error without React, which could not begin. */
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
