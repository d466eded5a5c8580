import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EnvError, parseEnv } from '#server/app/env/env.ts';
import { s3Server } from '#server/testing/s3/s3-server.ts';
import { createTestBucket, type TestBucket } from '#server/testing/s3/test-bucket.ts';
import { UsageError } from '../lib/usage-error.ts';
import { bucketCommand } from './bucket-command.ts';

const server = await s3Server();

test.each([[[]], [['remove']], [['check', 'cors']], [['check', '--apply']], [['cors', '--all']]])(
  'refuses the arguments %j',
  async (args) => {
    await expect(bucketCommand(args, parseEnv({}), () => undefined)).rejects.toBeInstanceOf(UsageError);
  },
);

test('refuses to run without a bucket', async () => {
  await expect(bucketCommand(['check'], parseEnv({}), () => undefined)).rejects.toBeInstanceOf(EnvError);
});

describe.skipIf(server === undefined)('with a bucket', () => {
  let bucket: TestBucket;
  beforeAll(async () => {
    bucket = await createTestBucket(server);
  });
  afterAll(() => bucket.remove());

  test('check says what is missing, and cors sets it', async () => {
    const missing = ['localhost', '127.0.0.1'].map(
      (host) => expect.stringContaining(`does not let pages of http://${host}:3000 upload`) as string,
    );
    expect(await run('check')).toEqual([1, missing]);
    const [code, lines] = await run('cors');
    expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining('The bucket has: []')]);
    expect(await run('check')).toEqual([1, missing]);
    expect((await run('cors', '--apply'))[0]).toBe(0);
    expect(await run('check')).toEqual([0, [expect.stringContaining('can be used')]]);
    expect(await bucket.keys()).toEqual([]);
  });

  test('check uploads in the form that is set, and leaves nothing', async () => {
    await run('cors', '--apply');
    for (const S3_UPLOAD of ['post', 'put']) {
      bucket.settings['S3_UPLOAD'] = S3_UPLOAD;
      expect(await run('check')).toEqual([0, [expect.stringContaining('can be used')]]);
      expect(await bucket.keys()).toEqual([]);
    }
  });

  test('check says that a store without forms needs S3_UPLOAD=put', async () => {
    const store = new URL(bucket.settings['S3_ENDPOINT'] ?? '');
    // As R2 and B2 do: all but a form is passed on.
    const withoutForms = createServer((req, res) => {
      if (req.method === 'POST') {
        req.resume();
        res.writeHead(501).end('<Error><Code>NotImplemented</Code></Error>');
        return;
      }
      const options = { port: store.port, host: store.hostname, method: req.method, path: req.url };
      const onward = request({ ...options, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      req.pipe(onward);
    });
    await once(withoutForms.listen(0, '127.0.0.1'), 'listening');
    const S3_ENDPOINT = `http://127.0.0.1:${String((withoutForms.address() as AddressInfo).port)}`;
    const settings = { ...bucket.settings, S3_ENDPOINT };
    const checked = async (S3_UPLOAD: string): Promise<string> => {
      const lines: string[] = [];
      await bucketCommand(['check'], parseEnv({ ...settings, S3_UPLOAD }), (line) => lines.push(line));
      return lines.join('\n');
    };
    expect(await checked('post')).toContain('(NotImplemented); stores such as R2 and B2 need S3_UPLOAD=put');
    expect(await checked('put')).toContain('can be used');
    withoutForms.close();
    withoutForms.closeAllConnections();
  });

  test('lifecycle sets the rules that remove leftovers, and no others', async () => {
    expect((await run('lifecycle', '--apply'))[0]).toBe(0);
    const [, lines] = await run('lifecycle');
    expect(lines.at(-1)).toMatch(/hark-abandoned-uploads.*hark-incomplete-parts/);
    expect(lines.join('\n')).not.toContain('voices/');
  });

  async function run(...args: string[]): Promise<[number, string[]]> {
    const lines: string[] = [];
    const code = await bucketCommand(args, parseEnv(bucket.settings), (line) => {
      lines.push(line);
    });
    return [code, lines];
  }
});
