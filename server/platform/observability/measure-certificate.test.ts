import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { certificate, key } from '#server/testing/fakes/test-certificate.ts';
import { measureCertificate } from './measure-certificate.ts';

type Read = () => Promise<{ value: number }[]>;

/** Returns the readings that are made of the certificate of an origin. */
function readingsOf(origin: string | undefined): Read[] {
  const reads: Read[] = [];
  measureCertificate(origin, { read: (_name, read) => void reads.push(read) });
  return reads;
}

test('reads when the certificate expires that the origin shows, once for many scrapes', async () => {
  let connections = 0;
  const server = createServer({ cert: certificate, key });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [read] = readingsOf(`https://localhost:${String(port)}`);
  const expiry = Date.parse(new X509Certificate(certificate).validTo) / 1_000;
  expect(await read?.()).toEqual([{ labels: {}, value: expiry }]);
  expect(await read?.()).toEqual([{ labels: {}, value: expiry }]);
  expect(connections).toBe(1);
});

test('has no value while nobody answers', async () => {
  const [read] = readingsOf('https://127.0.0.1:1');
  await expect(read?.()).rejects.toThrow('ECONNREFUSED');
});

test.each([undefined, 'http://localhost:3000'])('measures no certificate of %s', (origin) => {
  expect(readingsOf(origin)).toEqual([]);
});
