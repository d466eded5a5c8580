import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isMp3 } from '#shared/voice-rules.ts';
import { ProviderUnavailable } from '../errors.ts';
import { asProviderError } from './elevenlabs-errors.ts';
import type { SpeechSynthesizer } from './port.ts';

const BASE_URL = 'https://api.elevenlabs.io';
const MODEL = 'eleven_multilingual_v2';
const OUTPUT_FORMAT = 'mp3_44100_128';
/** Cloning and speaking take seconds; what takes longer has failed. */
const TIMEOUT_MS = 60_000;
const TOO_MANY_REQUESTS = 429;
/** Pauses before a request is made again that came while as many as the plan allows were under way. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];

const createdVoice = z.object({ voice_id: z.string().min(1) });

export interface ElevenLabsOptions {
  apiKey: string;
  /** Another address of the same API. */
  baseUrl?: string;
  retryDelaysMs?: readonly number[];
}

interface Call {
  method: 'POST' | 'DELETE';
  path: string;
  body?: FormData | string;
}

/** ElevenLabs: instant voice cloning and text to speech (design §5). */
export function createElevenLabsSpeech(options: ElevenLabsOptions): SpeechSynthesizer {
  const { apiKey, baseUrl = BASE_URL, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const send = ({ method, path, body }: Call) => {
    const headers = {
      'xi-api-key': apiKey,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(`${baseUrl}${path}`, { method, headers, body: body ?? null, signal }).catch(unreachable);
  };
  const call = async (request: Call) => {
    let response = await send(request);
    for (const pause of retryDelaysMs) {
      if (response.status !== TOO_MANY_REQUESTS) break;
      await response.body?.cancel();
      await sleep(pause);
      response = await send(request);
    }
    if (!response.ok) throw await asProviderError(response);
    return response;
  };
  return {
    async cloneVoice(name, recording) {
      const form = new FormData();
      form.append('name', name);
      form.append('files[]', new Blob([new Uint8Array(recording)], { type: 'audio/mpeg' }), 'voice.mp3');
      const response = await call({ method: 'POST', path: '/v1/voices/add', body: form });
      const created = createdVoice.safeParse(await response.json().catch(unreachable));
      if (!created.success) throw unreadable();
      return created.data.voice_id;
    },
    async deleteVoice(providerVoiceId) {
      const path = `/v1/voices/${encodeURIComponent(providerVoiceId)}`;
      const response = await call({ method: 'DELETE', path });
      await response.body?.cancel();
    },
    async speak(providerVoiceId, text) {
      const path = `/v1/text-to-speech/${encodeURIComponent(providerVoiceId)}?output_format=${OUTPUT_FORMAT}`;
      const body = JSON.stringify({ text, model_id: MODEL });
      const response = await call({ method: 'POST', path, body });
      const recording = Buffer.from(await response.arrayBuffer().catch(unreachable));
      if (!isMp3(recording)) throw unreadable();
      return recording;
    },
  };
}

function unreachable(cause: unknown): never {
  throw new ProviderUnavailable('ElevenLabs does not answer', '', { cause });
}

function unreadable(): ProviderUnavailable {
  return new ProviderUnavailable('ElevenLabs’ answer cannot be read');
}
