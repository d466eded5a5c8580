import { z } from 'zod';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import type { SpeechSynthesizer } from './port.ts';

const BASE_URL = 'https://api.elevenlabs.io';
const MODEL = 'eleven_multilingual_v2';
const OUTPUT_FORMAT = 'mp3_44100_128';
/** Cloning and speaking take seconds; what takes longer has failed. */
const TIMEOUT_MS = 60_000;
const TOO_MANY_REQUESTS = 429;

const createdVoice = z.object({ voice_id: z.string() });
const failure = z.object({ detail: z.object({ status: z.string(), message: z.string() }) });

/** ElevenLabs: instant voice cloning and text to speech (design §5). */
export function createElevenLabsSpeech(options: { apiKey: string; baseUrl?: string }): SpeechSynthesizer {
  const { apiKey, baseUrl = BASE_URL } = options;
  const call = async (method: 'POST' | 'DELETE', path: string, body?: FormData | string) => {
    const headers = {
      'xi-api-key': apiKey,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    };
    const request = { method, headers, body: body ?? null, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const answer = await fetch(`${baseUrl}${path}`, request).catch(unreachable);
    if (!answer.ok) throw await asProviderError(answer);
    return answer;
  };
  return {
    async cloneVoice(name, recording) {
      const form = new FormData();
      form.append('name', name);
      form.append('files[]', new Blob([new Uint8Array(recording)], { type: 'audio/mpeg' }), 'voice.mp3');
      const answer = await call('POST', '/v1/voices/add', form);
      return createdVoice.parse(await answer.json()).voice_id;
    },
    async deleteVoice(providerVoiceId) {
      await call('DELETE', `/v1/voices/${encodeURIComponent(providerVoiceId)}`);
    },
    async speak(providerVoiceId, text) {
      const path = `/v1/text-to-speech/${encodeURIComponent(providerVoiceId)}?output_format=${OUTPUT_FORMAT}`;
      const answer = await call('POST', path, JSON.stringify({ text, model_id: MODEL }));
      return Buffer.from(await answer.arrayBuffer().catch(unreachable));
    },
  };
}

function unreachable(cause: unknown): never {
  throw new ProviderUnavailable('ElevenLabs does not answer', '', { cause });
}

/** A refusal is final; too many requests and faults of theirs may pass. */
async function asProviderError(answer: Response): Promise<ProviderRejected | ProviderUnavailable> {
  const text = await answer.text();
  const detail = failure.safeParse(parsedJson(text)).data?.detail;
  const passing = answer.status === TOO_MANY_REQUESTS || answer.status >= 500;
  const Kind = passing ? ProviderUnavailable : ProviderRejected;
  return new Kind(
    detail?.message ?? `ElevenLabs answered ${String(answer.status)}`,
    detail?.status ?? String(answer.status),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
