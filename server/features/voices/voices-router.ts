import { HOUR_SECONDS } from '#shared/time-units.ts';
import {
  streamAudioOutput,
  updateVoiceInput,
  uploadAudioInput,
  uploadAudioOutput,
  voiceDeletedOutput,
  voiceListOutput,
  voiceMetadataOutput,
  voiceOutput,
  voiceRef,
} from '#shared/schemas/voices.ts';
import { AppError, notFound, invalidField } from '#server/platform/lib/errors.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { wholeList } from '#server/platform/trpc/whole-list.ts';
import { beginUploadOnce } from './begin-upload.ts';
import { deleteVoice } from './delete-voice.ts';
import { findActiveVoice, findVoice, listVoices, presentVoice } from './library.ts';
import type { VoiceDeps } from './voice-deps.ts';

/** How long a playback link is valid, in seconds. */
const STREAM_SECONDS = HOUR_SECONDS;

/** The voice procedures. Unknown and other users' voices respond 404 before the rest of the input is validated. */
export function createVoicesRouter(deps: VoiceDeps) {
  const voiceProcedure = protectedProcedure.input(voiceRef).use(async ({ ctx, input, next }) => {
    const voice = await findActiveVoice(deps, ctx.user.uid, input.id);
    if (voice === undefined) throw notFound('Voice');
    return next({ ctx: { ...ctx, voice } });
  });
  /** The same for voices in any state, pending and rejected uploads included. */
  const uploadProcedure = protectedProcedure.input(voiceRef).use(async ({ ctx, input, next }) => {
    const voice = await findVoice(deps, ctx.user.uid, input.id);
    if (voice === undefined) throw notFound('Voice');
    return next({ ctx: { ...ctx, voice } });
  });

  return router({
    list: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/api/voices/',
          summary: 'Your voices',
          ...wholeList(voiceListOutput),
        },
      })
      .output(voiceListOutput)
      .query(({ ctx }) => listVoices(deps, ctx.user.uid)),

    beginUpload: protectedProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/users/upload-audio/',
          summary: 'Begin a voice upload: where to post the MP3 file',
          errors: ['LIMIT_REACHED'],
          idempotent: true,
        },
      })
      .input(uploadAudioInput)
      .output(uploadAudioOutput)
      .mutation(({ ctx, input }) => {
        const { title, description, avatar, file_type: type, file_size: size } = input;
        return beginUploadOnce(deps, ctx, { title, description, avatar }, { type, size });
      }),

    /** Returns the voice of a posted file, or the reason why it was rejected. */
    confirmUpload: uploadProcedure
      .input(voiceRef.strict())
      .output(voiceOutput)
      .mutation(({ ctx: { voice } }) => {
        if (voice.rejection !== undefined) throw invalidField('file', voice.rejection);
        if (voice.state === 'pending') throw new AppError('CONFLICT', 'The recording has not arrived yet.');
        if (voice.state !== 'active') throw notFound('Voice');
        return { success: true, voice: presentVoice(voice) };
      }),

    metadata: voiceProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/users/get-voice-metadata/{id}/',
          summary: 'A voice’s title and description',
        },
      })
      .output(voiceMetadataOutput)
      .query(({ ctx }) => ({ voice_metadata: presentVoice(ctx.voice) })),

    stream: voiceProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/users/stream-audio/{id}/',
          summary: 'A link that plays a voice for a limited time',
        },
      })
      .output(streamAudioOutput)
      .query(async ({ ctx }) => {
        const { objectKey } = ctx.voice;
        if (objectKey === undefined) throw notFound('Voice');
        const url = await deps.objects.presignDownload(objectKey, STREAM_SECONDS);
        return { url, stream_url: url, expires_in: STREAM_SECONDS };
      }),

    update: voiceProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/users/update-voice/{id}/',
          summary: 'Change a voice’s title and description',
        },
      })
      .input(updateVoiceInput)
      .output(voiceOutput)
      .mutation(async ({ ctx, input: { title, description, avatar } }) => {
        const changes = {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { description }),
        };
        const voice = await deps.store.change(ctx.voice._id, {
          ...changes,
          ...(avatar !== undefined && { avatar }),
        });
        if (voice === undefined) throw notFound('Voice');
        return { success: true, voice: presentVoice(voice) };
      }),

    retry: voiceProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/users/retry-voice/{id}/',
          summary: 'Prepare a voice again that could not be prepared',
        },
      })
      .input(voiceRef.strict())
      .output(voiceOutput)
      .mutation(async ({ ctx: { voice } }) => {
        const { _id: vid } = voice;
        if (await deps.clones.retry(vid, deps.clock.now())) await deps.jobs.advance(vid);
        return { success: true, voice: presentVoice((await deps.store.byId(vid)) ?? voice) };
      }),

    remove: uploadProcedure
      .meta({ rest: { method: 'DELETE', path: '/users/delete-audio/{id}/', summary: 'Delete a voice' } })
      .input(voiceRef.strict())
      .output(voiceDeletedOutput)
      .mutation(async ({ ctx: { voice } }) => {
        if (voice.state !== 'active' && voice.state !== 'pending') throw notFound('Voice');
        await deleteVoice(deps, voice);
        return { success: true, message: 'Voice deleted successfully!' };
      }),
  });
}
