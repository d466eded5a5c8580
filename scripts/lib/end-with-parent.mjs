// Preloaded into child programs: exits when the parent process is gone.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
