import { useEffect, useRef, useState } from 'react';
import type { PreviewView } from '#shared/schemas/previews.ts';
import { errorText, trpc, type ApiUtils } from '#client/app/trpc.ts';
import { useRenewOnce } from '#client/domain/sound/renew-once.ts';
import { createSound, useSound, type Sound } from '#client/domain/sound/sound.ts';

const POLL_MS = 500;
const UNREACHABLE = 'The message could not be spoken. Please try again.';

/** What is known of the spoken message. `busy`: it is being made, or a new link to it is being fetched. */
export type Speech =
  | { kind: 'none' | 'making' }
  | { kind: 'ready'; seconds: number; waveform: number[] | undefined }
  | { kind: 'failed'; reason: string };

/** A message that can be heard. */
export interface SpokenMessage {
  speech: Speech;
  sound: Sound;
  playing: boolean;
  busy: boolean;
  /** Has the message spoken if it is not yet, and plays or pauses it. */
  toggle: () => void;
}

/** The spoken message, and until when its link can be used, in milliseconds since the epoch. */
interface Link {
  url: string;
  until: number;
}

/**
 * Returns a message that is spoken when it is first played; `begin` requests it, and `onHeard` is told its seconds. A link that has expired, or fails at a
 * position, is replaced once, and the playback goes on there.
 */
export function useSpokenMessage(
  begin: () => Promise<PreviewView>,
  onHeard?: (seconds: number) => void,
): SpokenMessage {
  const [sound] = useState(createSound);
  const [speech, setSpeech] = useState<Speech>({ kind: 'none' });
  const [busy, setBusy] = useState(false);
  const playing = useSound(sound, sound.playing);
  const utils = trpc.useUtils();
  const link = useRef<Link>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      sound.unload();
    };
  }, [sound]);

  const speak = async ({ at = 0, play = true } = {}) => {
    setBusy(true);
    setSpeech((known) => (known.kind === 'ready' ? known : { kind: 'making' }));
    const made = await untilMade(utils, begin, isGone).catch(failureOf);
    if (isGone.current) return;
    setBusy(false);
    if ('reason' in made) {
      setSpeech({ kind: 'failed', reason: made.reason });
      return;
    }
    link.current = made.link;
    setSpeech({ kind: 'ready', seconds: made.seconds, waveform: made.waveform });
    onHeard?.(made.seconds);
    sound.load(made.link.url);
    if (at > 0) sound.seek(at);
    // Where the browser allows no sound now, the button plays it.
    if (play) await sound.play().catch(() => undefined);
  };
  const forgetFailures = useRenewOnce(sound, {
    wanted: () => (isGone.current ? undefined : 'message'),
    renew: (from) => void speak(from),
    giveUp: () => {
      setSpeech({ kind: 'failed', reason: 'The message could not be played.' });
    },
  });

  return {
    speech,
    sound,
    playing,
    busy,
    toggle() {
      if (playing) sound.pause();
      else if (speech.kind === 'ready' && (link.current?.until ?? 0) > Date.now())
        sound.play().catch(() => undefined);
      else {
        forgetFailures();
        void speak({ at: speech.kind === 'ready' ? sound.position() : 0 });
      }
    },
  };
}

type Made = { link: Link; seconds: number; waveform: number[] | undefined } | { reason: string };

/** Requests the message and polls until it is made; stops when the component is gone. Rejects for a failed request. */
async function untilMade(
  { previews }: ApiUtils,
  begin: () => Promise<PreviewView>,
  isGone: { current: boolean },
): Promise<Made> {
  let preview = await begin();
  while (preview.status === 'making' && !isGone.current) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    preview = (await previews.get.fetch({ id: preview.id }, { staleTime: 0 })).preview;
  }
  const { url, expires_in, seconds, waveform, reason } = preview;
  if (url === null || expires_in === null) return { reason: reason ?? UNREACHABLE };
  return {
    link: { url, until: Date.now() + expires_in * 1000 },
    seconds: seconds ?? 0,
    waveform: waveform ?? undefined,
  };
}

function failureOf(error: unknown): Made {
  return { reason: errorText(error, UNREACHABLE) };
}
