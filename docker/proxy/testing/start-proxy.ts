import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate, key } from '#server/testing/fakes/test-certificate.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';
import { until } from '#server/testing/crash/until.ts';
import { prepareProgram } from '../../../scripts/testing/debian-program.mjs';
import { send } from './send.ts';

const START_MS = 20_000;

export const PROXIES = ['nginx', 'caddy', 'haproxy'] as const;
type ProxyName = (typeof PROXIES)[number];

/** Starts a proxy in front of two origins, with variables that its file names. */
export type StartProxy = (
  origins: readonly [string, string],
  variables?: Record<string, string>,
) => Promise<{ url: string; stop: () => Promise<void> }>;

/** Where a proxy runs for a test. */
interface Place {
  folder: string;
  port: number;
}

/** How a proxy is started with a file of this folder. */
interface Proxy {
  file: string;
  program: Parameters<typeof prepareProgram>[1];
  url: (place: Place) => string;
  /** Changes paths and ports of the file, and nothing else. */
  adapt: (text: string, place: Place) => string;
  args: (file: string, place: Place) => string[];
}

const https = ({ port }: Place) => `https://127.0.0.1:${String(port)}`;

const KINDS: Record<ProxyName, Proxy> = {
  nginx: {
    file: 'nginx.conf',
    program: { path: 'usr/sbin/nginx', probe: '-v' },
    url: https,
    adapt: (text, { folder, port }) =>
      text
        .replace('listen 443 ssl', `listen 127.0.0.1:${String(port)} ssl`)
        .replaceAll('/etc/nginx/', `${folder}/`)
        .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
        .replace(
          'http {',
          `http {\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
            .map((name) => `${name}_temp_path ${folder}/${name};`)
            .join('\n')}`,
        ),
    args: (file, { folder }) => ['-p', folder, '-c', file, '-g', 'daemon off;', '-e', 'stderr'],
  },
  caddy: {
    file: 'Caddyfile',
    program: { path: 'usr/bin/caddy', probe: 'version' },
    url: ({ port }) => `http://127.0.0.1:${String(port)}`,
    adapt: (text) => `{\n\tadmin off\n}\n${text}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    program: { path: 'usr/sbin/haproxy', probe: '-v', libraries: true },
    url: https,
    adapt: (text, { folder, port }) =>
      text.replace('bind :443', `bind 127.0.0.1:${String(port)}`).replaceAll('/etc/haproxy/', `${folder}/`),
    args: (file) => ['-db', '-f', file],
  },
};

/** Prepares a proxy of Debian; throws where it cannot be had. */
export async function prepareProxy(name: ProxyName): Promise<StartProxy> {
  const kind = KINDS[name];
  const program = await prepareProgram(name, kind.program);
  return async ([one, other], variables = {}) => {
    const place = { folder: await mkdtemp(join(tmpdir(), `hark-${name}-`)), port: await freePort() };
    const { folder } = place;
    const text = kind.adapt(await readFile(join(import.meta.dirname, '..', kind.file), 'utf8'), place);
    const config = text
      .replaceAll('web-1:3000', new URL(one).host)
      .replaceAll('web-2:3000', new URL(other).host);
    const file = join(folder, kind.file);
    await Promise.all([
      writeFile(file, config),
      writeFile(join(folder, 'hark.crt'), certificate),
      writeFile(join(folder, 'hark.key'), key),
      writeFile(join(folder, 'hark.pem'), `${certificate}\n${key}\n`),
    ]);
    const env = { PATH: process.env['PATH'], HOME: folder, SITE_ADDRESS: kind.url(place), ...variables };
    const child = spawn(program, kind.args(file, place), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const stop = async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      await rm(folder, { recursive: true });
    };
    const url = kind.url(place);
    const isUp = async () => {
      if (child.exitCode !== null) throw new Error(output);
      const { status } = await send(url, { method: 'GET', path: '/', headers: {} }).catch(() => ({
        status: 0,
      }));
      return status !== 0 && status < 500;
    };
    await until(name, START_MS, isUp);
    return { url, stop };
  };
}
