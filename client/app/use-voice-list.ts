import type { VoiceView } from '#shared/schemas/voices.ts';
import { trpc } from './trpc.ts';

/** How often the voices are fetched while one is being prepared. */
const PROCESSING_INTERVAL_MS = 2_000;

/** The query of the user's voices, repeated while one of them is being prepared. */
export function useVoiceList() {
  return trpc.voices.list.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.voices.some(({ status }) => status === 'processing') === true && PROCESSING_INTERVAL_MS,
  });
}

/** Returns why no campaign can use a voice now; `undefined` for one that is ready. */
export function voiceProblem({ status, status_message: reason }: VoiceView): string | undefined {
  switch (status) {
    case 'ready':
      return undefined;
    case 'failed':
      return `This voice cannot be used: ${reason}`;
    case 'processing':
      return reason === '' ? 'This voice is being prepared. It takes a few seconds.' : reason;
  }
}
