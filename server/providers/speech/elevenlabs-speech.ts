import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/time-units.ts';
import { isMp3 } from '#shared/voices/voice-rules.ts';
import type { CreateAgents } from '#server/platform/lib/outgoing/agents.ts';
import { fetchBy } from '#server/platform/lib/outgoing/agent-fetch.ts';
import { ProviderUnavailable } from '../errors.ts';
import { elevenLabsError } from './elevenlabs-errors.ts';
import { isTagged, type SpeechSynthesizer } from './port.ts';

const BASE_URL = 'https://api.elevenlabs.io';
const MODEL = 'eleven_multilingual_v2';
const OUTPUT_FORMAT = 'mp3_44100_128';
/** Cloning and speech take seconds; anything slower has failed. */
const TIMEOUT_MS = MINUTE_MS;
const TOO_MANY_REQUESTS = 429;
/** Delays between attempts while the concurrency limit of the plan is reached. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000];

const createdVoice = z.object({
  voice_id: z.string().min(1),
  requires_verification: z.boolean().nullish(),
});
const foundVoices = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string().min(1),
      name: z.string().nullish(),
      voice_verification: z
        .object({ requires_verification: z.boolean().nullish(), is_verified: z.boolean().nullish() })
        .nullish(),
    }),
  ),
});
const MAX_FOUND = 100;

export interface ElevenLabsOptions {
  apiKey: string;
  /** The address of the API, for tests. */
  baseUrl?: string;
  retryDelaysMs?: readonly number[];
  /** Headers of every request, such as the id of our request. */
  headers?: () => Record<string, string>;
  /** Which requests go through a proxy; default: none. */
  createAgents?: CreateAgents | undefined;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: FormData | string;
}

/** Creates the speech provider for ElevenLabs: instant voice cloning and text to speech. */
export function createElevenLabsSpeech(options: ElevenLabsOptions): SpeechSynthesizer {
  const { apiKey, baseUrl = BASE_URL, retryDelaysMs = RETRY_DELAYS_MS } = options;
  const { headers: otherHeaders = () => ({}), createAgents } = options;
  const request = createAgents === undefined ? fetch : fetchBy(createAgents({ keepAlive: true }));
  const send = ({ method, path, body }: Call) => {
    const headers = {
      ...otherHeaders(),
      'xi-api-key': apiKey,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return request(`${baseUrl}${path}`, { method, headers, body: body ?? null, signal }).catch(unreachable);
  };
  const call = async (wanted: Call) => {
    let response = await send(wanted);
    for (const pause of retryDelaysMs) {
      if (response.status !== TOO_MANY_REQUESTS) break;
      await response.body?.cancel();
      await sleep(pause);
      response = await send(wanted);
    }
    if (!response.ok) throw await elevenLabsError(response);
    return response;
  };
  return {
    async cloneVoice(name, recording) {
      const form = new FormData();
      form.append('name', name);
      form.append('files', new Blob([new Uint8Array(recording)], { type: 'audio/mpeg' }), 'voice.mp3');
      const response = await call({ method: 'POST', path: '/v1/voices/add', body: form });
      const created = createdVoice.safeParse(await response.json().catch(unreachable));
      if (!created.success) throw unreadable();
      return { id: created.data.voice_id, isReady: created.data.requires_verification !== true };
    },
    async findVoices(tag) {
      const query = new URLSearchParams({ search: tag, page_size: String(MAX_FOUND) });
      const response = await call({ method: 'GET', path: `/v2/voices?${query.toString()}` });
      const found = foundVoices.safeParse(await response.json().catch(unreachable));
      if (!found.success) throw unreadable();
      // The search also covers the rest of the name, descriptions and labels.
      return found.data.voices
        .filter(({ name }) => isTagged(name ?? '', tag))
        .map(({ voice_id: id, voice_verification: check }) => ({
          id,
          isReady: check?.requires_verification !== true || check.is_verified === true,
        }));
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
  throw new ProviderUnavailable('ElevenLabs did not respond', '', { cause });
}

function unreadable(): ProviderUnavailable {
  return new ProviderUnavailable('ElevenLabs returned an unreadable response');
}
