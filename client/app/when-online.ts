/** Does something now, or as soon as the browser has a connection again. */
export async function whenOnline<Result>(action: () => Promise<Result>): Promise<Result> {
  if (!navigator.onLine)
    await new Promise((resolve) => {
      window.addEventListener('online', resolve, { once: true });
    });
  return action();
}
