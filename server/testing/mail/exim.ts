import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { debianFolder } from '#server/platform/lib/debian-folder.mjs';
import { certificate, key } from '../fakes/test-certificate.ts';
import { freePort } from '../fakes/free-port.ts';
import { inContainer } from '../s3/container.mjs';

/** Unpacks packages into the root of a container, once; the script that does it is passed in, as the server imports none. */
type PrepareRoot = (
  folder: string,
  packages: readonly string[],
  options: { architecture: string; complete: (draft: string) => Promise<void> },
) => Promise<void>;

/** Exim of Debian in a container: it demands TLS and a password, and keeps what it takes. */
export interface MailServer {
  /** Takes STARTTLS. */
  port: number;
  /** Takes TLS from the beginning. */
  tlsPort: number;
  /** Changes the password of the user `hark`; it is "first" to begin with. */
  setPassword(password: string): Promise<void>;
  /** Returns the subjects of the mails that it took, sorted. */
  subjects(): Promise<string[]>;
  stop(): void;
}

const PACKAGES = ['exim4-daemon-light', 'coreutils', 'dash'];
const USERS = 'root:x:0:0::/:/bin/sh\nDebian-exim:x:100:100::/srv:/bin/sh\n';

/** Starts Exim; unpacks it into the user's cache folder once. Throws where this machine cannot have or run it. */
export async function startExim(prepareRoot: PrepareRoot): Promise<MailServer> {
  const debian = debianFolder('exim4');
  if ('unavailable' in debian) throw new Error(debian.unavailable);
  const { folder, architecture } = debian;
  await prepareRoot(folder, PACKAGES, {
    architecture,
    async complete(draft) {
      await writeFile(join(draft, 'etc/passwd'), USERS);
      await writeFile(join(draft, 'etc/group'), 'root:x:0:\nDebian-exim:x:100:\n');
    },
  });
  return run(folder);
}

async function run(folder: string): Promise<MailServer> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const settings = { PORT: String(port), TLS_PORT: String(tlsPort), CERTIFICATE: certificate, KEY: key };
  const script = await readFile(new URL('exim.sh', import.meta.url), 'utf8');
  const [command = '', ...args] = inContainer(folder, settings, script);
  // The script ends when its input does, even if this process is killed.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let ended: number | null | undefined;
  child.on('exit', (code) => (ended = code));
  const ask = async (line: string): Promise<string[]> => {
    const answer: string[] = [];
    child.stdin.write(`${line}\n`);
    for (;;) {
      const next = await lines.next();
      if (next.done === true || next.value === 'done') return answer;
      answer.push(next.value);
    }
  };
  await vi
    .waitFor(
      async () => {
        const socket = connect(port, '127.0.0.1');
        await once(socket, 'data').finally(() => socket.destroy());
      },
      { timeout: 30_000, interval: 100 },
    )
    .catch((error: unknown) => {
      child.stdin.end();
      throw new Error(`Exim does not answer (${String(ended)})`, { cause: error });
    });
  return {
    port,
    tlsPort,
    setPassword: async (password) => void (await ask(password)),
    subjects: async () =>
      (await ask('')).flatMap((line) => /^\d+ +Subject: (.*)$/.exec(line)?.[1] ?? []).sort(),
    stop: () => child.stdin.end(),
  };
}
