// Runs before the first paint, and before the entry script.

// The look that the person chose (client/ui/theme.ts writes it).
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's look is fine.
}

// During an update a page may come from the new version, and its entry script or styles be asked of the old one. The page is
// loaded again then, ten times at most; client/main.ts resets the count.
let isReloading = false;
addEventListener(
  'error',
  ({ target }) => {
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
  },
  true,
);
