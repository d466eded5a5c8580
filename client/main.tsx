import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/styles.css';
import { App } from './app/app.tsx';
import { prefetch, prefetchOnHover } from './app/prefetch.ts';

prefetch(window.location.pathname);
prefetchOnHover();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
