import './ui/styles.css';
import { loadCode } from './app/load-code.ts';
import { prefetch } from './app/prefetch.ts';

// The entry is small, so that the code of the page at hand is asked for while the application itself is on its way.
prefetch(window.location.pathname);
loadCode(() => import('./start.tsx')).catch(() => {
  const status = document.querySelector('#root [role=status]');
  const reload = document.createElement('a');
  reload.href = window.location.href;
  reload.textContent = 'Load it again';
  reload.className = 'underline';
  status?.replaceChildren('Hark could not be loaded. ', reload);
});
