import './ui/styles.css';
import { prefetch } from './app/prefetch.ts';

// The entry is small, so that the code of the page at hand is asked for while the application itself is on its way.
prefetch(window.location.pathname);
void import('./start.tsx');
