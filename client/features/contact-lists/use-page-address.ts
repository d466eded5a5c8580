import { useSearchParams } from 'wouter';

/** Returns the parameters of the address, and a function that changes some of them; empty ones are left out. */
export function usePageAddress() {
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Record<string, string>>, options: { replace: boolean }) => {
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') after.delete(name);
        else after.set(name, value);
      }
      return after;
    }, options);
  };
  return { list: params.get('list') ?? '', search: params.get('search') ?? '', change };
}
