// Applies the look the person chose before the first paint (client/ui/theme.ts writes it).
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be closed to us; the system's look is fine.
}
