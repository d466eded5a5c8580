/** Does work, and calls `renew` every `everyMs` milliseconds until it has ended. `onError` gets what a renewal throws. */
export async function whileRenewed<Result>(
  everyMs: number,
  renew: () => Promise<unknown>,
  onError: (error: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => void renew().catch(onError), everyMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
