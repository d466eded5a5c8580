// Runs before the first paint, and before the entry script.

// The look that the person chose (client/ui/theme.ts writes it).
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's look is fine.
}

// During an update a page may come from the new version, and its entry script or styles be asked of the old one. The page is
// loaded again then, ten times in a row at most.
let isReloading = false;
/** @type {(event: Event) => void} */
const reloadWithoutEntry = ({ target }) => {
  const isEntry = target instanceof HTMLScriptElement && target.type === 'module';
  const isStyles = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
  if (isReloading || !(isEntry || isStyles)) return;
  isReloading = true;
  try {
    const reloads = Number(sessionStorage.getItem('reloads'));
    if (reloads >= 10) return;
    sessionStorage.setItem('reloads', String(reloads + 1));
  } catch {
    // Without a count it might never end.
    return;
  }
  setTimeout(() => {
    location.reload();
  }, 1_000);
};
addEventListener('error', reloadWithoutEntry, true);
addEventListener('load', () => {
  // What is missing later is requested again by the application, which a person may be typing in by then.
  removeEventListener('error', reloadWithoutEntry, true);
  if (isReloading) return;
  try {
    sessionStorage.removeItem('reloads');
  } catch {
    // Without storage there was no reload.
  }
});
