import { ProviderUnavailable } from '#server/providers/errors.ts';

/** Fails once, before the work was done or after it, as a process does that dies there; works from then on. */
export function failingOnce<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  when: 'before' | 'after',
  concerns: (...args: Args) => boolean = () => true,
) {
  let failed = false;
  return async (...args: Args): Promise<Result> => {
    if (failed || !concerns(...args)) return work(...args);
    failed = true;
    if (when === 'after') await work(...args);
    throw new ProviderUnavailable('The connection was lost');
  };
}
