import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageReader } from './mongodb-wire.ts';

function message(payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(16 + payload.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.set(payload, 16);
  return bytes;
}

function* chunksOf(stream: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < stream.length; at += size) yield stream.subarray(at, at + size);
}

test('the reader returns complete messages in order for any chunking of the stream', () => {
  const payloads = fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(payloads, fc.integer({ min: 1, max: 100 }), (all, size) => {
      const messages = all.map(message);
      const reader = new MessageReader();
      const read = [...chunksOf(Buffer.concat(messages), size)].flatMap((chunk) => reader.push(chunk));
      expect(read).toEqual(messages);
    }),
  );
});

test.each([0, 15, -1, 48_000_001])('a message length of %i throws', (length) => {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length, 0);
  expect(() => new MessageReader().push(bytes)).toThrow(RangeError);
});
