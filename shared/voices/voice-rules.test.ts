import { describe, expect, test } from 'vitest';
import { isMp3, MAX_VOICE_BYTES, recordingProblem } from './voice-rules.ts';

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame. */
const FRAME = frame([0xff, 0xfb, 0x90, 0x00], 417);
/** MPEG 2 layer III, 48 kbit/s, 22.05 kHz: 156 bytes a frame. */
const SMALL_FRAME = frame([0xff, 0xf3, 0x60, 0x00], 156);

describe('isMp3', () => {
  test.each([
    ['frames of MPEG 1', bytes(FRAME, FRAME, FRAME)],
    ['frames of MPEG 2', bytes(SMALL_FRAME, SMALL_FRAME, SMALL_FRAME)],
    ['frames behind an ID3 tag', bytes(id3(300), FRAME, FRAME, FRAME)],
    ['frames behind padding', bytes(new Uint8Array(1000), FRAME, FRAME, FRAME)],
  ])('accepts %s', (_name, file) => {
    expect(isMp3(file)).toBe(true);
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['text', new TextEncoder().encode('ID,FirstName,LastName\n'.repeat(500))],
    ['an ID3 tag alone', id3(300)],
    ['a truncated tag', bytes(id3(300).subarray(0, 10))],
    ['a single frame', FRAME],
    ['frames cut off in a header', bytes(FRAME, FRAME).subarray(0, 418)],
    ['sync bytes without frames', new Uint8Array(5000).fill(0xff)],
    ['frames of layer II', bytes(...Array<Uint8Array>(3).fill(frame([0xff, 0xfd, 0x90, 0x00], 417)))],
    ['a WAV file', bytes(new TextEncoder().encode('RIFF\0\0\0\0WAVEfmt '), new Uint8Array(4000))],
  ])('rejects %s', (_name, file) => {
    expect(isMp3(file)).toBe(false);
  });
});

test('a recording of more than 10 MB is rejected', () => {
  const head = bytes(FRAME, FRAME, FRAME);
  const padded = (length: number) => {
    const file = new Uint8Array(length);
    file.set(head);
    return file;
  };
  expect(recordingProblem(padded(MAX_VOICE_BYTES))).toBeUndefined();
  expect(recordingProblem(padded(MAX_VOICE_BYTES + 1))).toBe('The file is larger than 10MB.');
  expect(recordingProblem(new Uint8Array(10))).toBe('This file is not an MP3 recording.');
});

function frame(header: number[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  whole.set(header);
  return whole;
}

function id3(length: number): Uint8Array {
  const tag = new Uint8Array(10 + length);
  tag.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, length >> 7, length & 0x7f]);
  return tag;
}

function bytes(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
