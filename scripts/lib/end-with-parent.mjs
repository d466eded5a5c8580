// Loaded into the program that `runAndWatch` starts: without its starter nobody could stop it any more.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
