import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { deserialize, serialize, type Document } from 'bson';

const HEADER_BYTES = 16;
const OP_MSG = 2_013;
/** Those of a message, and the kind of its only section. */
const FLAG_BYTES = 5;

/** A replica set of one member that speaks MongoDB's protocol and has no data. */
export interface ReplicaSetStub {
  uri: string;
  close(): Promise<void>;
}

/** Starts a replica set whose commands, but for `hello`, `answer` responds to. */
export async function startReplicaSetStub(answer: (command: Document) => Document): Promise<ReplicaSetStub> {
  const sockets = new Set<Socket>();
  let address = '';
  const hello = () => ({
    ok: 1,
    helloOk: true,
    isWritablePrimary: true,
    setName: 'rs0',
    setVersion: 1,
    hosts: [address],
    me: address,
    primary: address,
    minWireVersion: 0,
    maxWireVersion: 25,
    logicalSessionTimeoutMinutes: 30,
    maxBsonObjectSize: 16_777_216,
    localTime: new Date(),
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      for (let bytes; received.length >= 4 && received.length >= (bytes = received.readInt32LE());) {
        const message = received.subarray(0, bytes);
        received = received.subarray(bytes);
        const command = commandOf(message);
        const isHello = 'hello' in command || 'ismaster' in command || 'isMaster' in command;
        socket.write(reply(message, isHello ? hello() : answer(command)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    uri: `mongodb://${address}/?replicaSet=rs0`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function commandOf(message: Buffer): Document {
  if (message.readInt32LE(12) === OP_MSG) return deserialize(message.subarray(HEADER_BYTES + FLAG_BYTES));
  // The first message of a connection is of an older form: flags, a name that ends with 0, two numbers and the command.
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  return deserialize(message.subarray(nameEnd + 9));
}

function reply(message: Buffer, document: Document): Buffer {
  const body = serialize(document);
  const isNew = message.readInt32LE(12) === OP_MSG;
  const prefix = Buffer.alloc(HEADER_BYTES + (isNew ? FLAG_BYTES : 20));
  prefix.writeInt32LE(prefix.length + body.length, 0);
  prefix.writeInt32LE(message.readInt32LE(4), 8);
  prefix.writeInt32LE(isNew ? OP_MSG : 1, 12);
  // An older reply says how many documents it has.
  if (!isNew) prefix.writeInt32LE(1, HEADER_BYTES + 16);
  return Buffer.concat([prefix, body]);
}
