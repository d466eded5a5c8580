import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchForFirstInteraction } from './app/loading/lazy-with-preload.ts';
import { watchHistory } from './app/routing/history-guard.ts';
import { prefetchOnHover } from './app/routing/routes.ts';

prefetchOnHover();
watchHistory();
watchForFirstInteraction();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
