import { useEffect, useState } from 'react';
import type { NumberFileOutcome } from './read-number-file.ts';

interface NumberFile {
  /** Starts reading a list in a worker; discards the previous one. */
  read: (source: Blob) => void;
  reset: () => void;
  reading: boolean;
  /** The result once the list is read. */
  outcome: NumberFileOutcome | null;
}

/** Reads one list of numbers at a time in a web worker. */
export function useNumberFile(): NumberFile {
  const [source, setSource] = useState<Blob | null>(null);
  const [read, setRead] = useState<{ source: Blob; outcome: NumberFileOutcome } | null>(null);

  useEffect(() => {
    if (source === null) return undefined;
    const worker = new Worker(new URL('./number-file-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<NumberFileOutcome>) => {
      setRead({ source, outcome: data });
    });
    worker.addEventListener('error', () => {
      setRead({
        source,
        outcome: { kind: 'problem', message: 'The list could not be read. Please try again.' },
      });
    });
    worker.postMessage(source);
    return () => {
      worker.terminate();
    };
  }, [source]);

  const outcome = source !== null && read?.source === source ? read.outcome : null;
  return {
    read: setSource,
    reset: () => {
      setSource(null);
    },
    reading: source !== null && outcome === null,
    outcome,
  };
}
