import { useRef } from 'react';
import { trpc } from '#client/app/trpc.ts';

interface StreamLink {
  url: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Links to the recordings of voices, kept until they expire. */
interface StreamLinks {
  /** Returns the URL of a voice, fetching it if there is none or it has expired. Rejects if that fails. */
  get: (vid: string) => Promise<string>;
  /** Has the next `get` fetch a new URL. */
  forget: (vid: string) => void;
}

/** Returns the stream links of this component. */
export function useStreamLinks(): StreamLinks {
  const linkByVoice = useRef(new Map<string, StreamLink>());
  const { voices } = trpc.useUtils();
  return {
    async get(vid) {
      const link = linkByVoice.current.get(vid);
      if (link !== undefined && link.expiresAt > Date.now() / 1000) return link.url;
      const { stream_url: url, expires_in } = await voices.stream.fetch({ id: vid }, { staleTime: 0 });
      linkByVoice.current.set(vid, { url, expiresAt: Date.now() / 1000 + expires_in });
      return url;
    },
    forget(vid) {
      linkByVoice.current.delete(vid);
    },
  };
}
