import { ProviderUnavailable } from '#server/providers/errors.ts';

/** Fails the first matching call before or after its work, like a crashing process; later calls succeed. */
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
