/** Encodes a BSON document of numbers and strings. */
export function bson(...fields: readonly [string, number | string][]): Buffer {
  const elements = fields.map(([name, value]) => {
    const type = Buffer.from([typeof value === 'number' ? 0x01 : 0x02]);
    return Buffer.concat([
      type,
      Buffer.from(`${name}\0`),
      typeof value === 'number' ? double(value) : text(value),
    ]);
  });
  const body = Buffer.concat([...elements, Buffer.from([0])]);
  return Buffer.concat([int32(4 + body.length), body]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(`${value}\0`);
  return Buffer.concat([int32(bytes.length), bytes]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
