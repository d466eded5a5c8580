import { expect, test, vi } from 'vitest';
import { MICROPHONE_GONE, MICROPHONE_MUTED, microphoneProblem } from './microphone-problem.ts';

const text = 'Error accessing microphone.';

test.each([
  ['NotAllowedError', 'Allow the microphone for this site in the settings of your browser, then try again.'],
  ['NotFoundError', 'No microphone was found. Connect one, or choose an MP3 file.'],
  ['NotReadableError', 'Another program may be using it. Close that program, then try again.'],
  ['Other', undefined],
])('%s has the hint: %s', (name, hint) => {
  vi.stubGlobal('window', { isSecureContext: true });
  const error = Object.assign(new Error('x'), { name });
  expect(microphoneProblem(error)).toStrictEqual(hint === undefined ? { text } : { text, hint });
  expect(microphoneProblem(name)).toStrictEqual({ text });
  vi.stubGlobal('window', { isSecureContext: false });
  expect(microphoneProblem(error)).toEqual({
    text,
    hint: 'Recording needs a secure connection (https). You can choose an MP3 file instead.',
  });
  vi.unstubAllGlobals();
});

test('a microphone that is gone or muted says what becomes of the recording', () => {
  expect([MICROPHONE_GONE, MICROPHONE_MUTED]).toEqual([
    { text: 'The microphone was disconnected.', hint: 'What you recorded until then is kept.' },
    {
      text: 'Your microphone sends no sound right now.',
      hint: 'A call or the mute switch may be using it. What you say meanwhile is not recorded.',
    },
  ]);
});
