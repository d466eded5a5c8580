import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { watchForFirstSign } from './app/first-sign.ts';
import { prefetchOnHover } from './app/prefetch.ts';

prefetchOnHover();
watchForFirstSign();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
