import { afterAll, vi } from 'vitest';

const LEAK = 'MaxListenersExceededWarning';
const INSTALLED = Symbol.for('hark: fail on leaks');

/** Fails the run on an emitter that gets more and more listeners: Node warns of it once, and nobody reads that. */
function failOnLeaks(): void {
  const installed = process as { [INSTALLED]?: true };
  // Once for a process, which runs many files.
  if (installed[INSTALLED] === true) return;
  installed[INSTALLED] = true;
  process.on('warning', (warning) => {
    // Without the emitter, which would be printed whole.
    if (warning.name === LEAK) throw Object.assign(new Error(warning.message), { stack: warning.stack });
  });
}

failOnLeaks();

// The next file runs in the same process, and may load modules that take over what they find.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
