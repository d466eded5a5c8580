import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

/** The steps of a session at which a server can refuse, in order. */
type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | '.';
type Replies = Partial<Record<Step | 'other', string>>;

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server without TLS that gives these replies, and takes what it is not told to refuse. */
async function smtpServer(replies: Replies, extensions: string[] = ['AUTH PLAIN']) {
  const lines: string[] = [];
  const hello = [...extensions.map((line) => `250-${line}`), '250 SIZE 100000'].join('\r\n');
  const answers: Required<Replies> = {
    greeting: '220 mail.example.com ESMTP',
    EHLO: hello,
    STARTTLS: '220 go',
    AUTH: '235 ok',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go',
    '.': '250 queued',
    other: '500 unknown',
    ...replies,
  };
  server = createServer((socket) => {
    let isData = false;
    const reply = (step: Step | 'other') => socket.write(`${answers[step]}\r\n`);
    socket.on('error', () => undefined);
    reply('greeting');
    createInterface(socket).on('line', (line) => {
      lines.push(line);
      if (isData && line !== '.') return;
      const word = line === '.' ? '.' : (/^\w+/.exec(line)?.[0] ?? '').toUpperCase();
      isData = word === 'DATA' && answers.DATA.startsWith('3');
      reply(word in answers ? (word as Step) : 'other');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, lines };
}

async function send(port: number, options: { user?: string; query?: string } = {}): Promise<unknown> {
  const { user = 'hark:secret@', query = '?allowPlainAuth=1' } = options;
  const url = `smtp://${user}127.0.0.1:${String(port)}${query}`;
  const mailer = createSmtpMailer({ url, from: 'Hark <hello@hark.example>' });
  try {
    return await mailer.send(MAIL).catch((error: unknown) => error);
  } finally {
    mailer.close();
  }
}

/** Refusals of each kind, some with the enhanced code of RFC 3463. */
const REFUSALS = ['500 no', '530 5.7.0 no', '534 5.7.9 no', '535 5.7.8 no', '550 5.7.1 no', '554 no'];

describe.each(['greeting', 'EHLO', 'AUTH', 'MAIL'] as const)('a 5xx reply to %s', (step) => {
  test.each(REFUSALS)('is no fault of the mail: %s', async (reply) => {
    const replies: Replies = step === 'EHLO' ? { EHLO: reply, other: reply } : { [step]: reply };
    const { port } = await smtpServer(replies);
    expect(await send(port)).toBeInstanceOf(ProviderAccountFault);
  });
});

test.each(REFUSALS)('a 5xx reply to STARTTLS is no fault of the mail: %s', async (reply) => {
  const { port } = await smtpServer({ STARTTLS: reply }, ['STARTTLS', 'AUTH PLAIN']);
  expect(await send(port, { query: '' })).toBeInstanceOf(ProviderUnavailable);
});

/** The replies of a session that an operator wrote down, with the command that each answers. */
const WRITTEN = readFileSync('shared/fixtures/world/vendors/23-smtp-transcript.txt', 'utf8');
const repliesIn = (pattern: RegExp) => [...WRITTEN.matchAll(pattern)].map(([, reply = '']) => reply.trim());

test.each<[Step, string[]]>([
  ['AUTH', repliesIn(/^C: AUTH.*\nS: (5.*)$/gm)],
  ['AUTH', repliesIn(/^S: (534.*)$/gm)],
  ['MAIL', repliesIn(/^S: (5.*?)\(answer to MAIL FROM\)/gm)],
  ['greeting', repliesIn(/^S: (5.*?)\(answer to the connection: greeting\)/gm)],
])('the replies to %s in the transcript are no fault of the mail: %j', async (step, replies) => {
  expect(replies).toHaveLength(1);
  for (const reply of replies) {
    const { port } = await smtpServer({ [step]: reply });
    expect(await send(port)).toBeInstanceOf(ProviderAccountFault);
    server?.close();
  }
});

test('the reply to RCPT in the transcript is final', async () => {
  const [reply = ''] = repliesIn(/^S: (5.*?)\(answer to RCPT TO\)/gm);
  const { port } = await smtpServer({ RCPT: reply });
  expect(await send(port)).toBeInstanceOf(ProviderRejected);
});

describe.each(['RCPT', 'DATA', '.'] as const)('a reply to %s', (step) => {
  test.each([
    '550 5.1.1 no such user',
    '550 5.1.10 the domain takes no mail',
    '550 no such user here',
    '552 5.2.2 over quota',
    '552 5.3.4 message size exceeds the limit',
    '552 message size exceeds the limit',
    '550 5.1.1 <submissions@journal.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '552 5.2.2 <sender@rate-limit.example>: mailbox full',
    '550 info@relay.example: no such user here',
  ])('is final: %s', async (reply) => {
    const { port } = await smtpServer({ [step]: reply });
    expect(await send(port)).toBeInstanceOf(ProviderRejected);
  });

  test.each(['421 closing', '450 later', '530 5.7.0 no', '534 5.7.9 no', '535 5.7.8 no', '538 5.7.11 no'])(
    'is not final: %s',
    async (reply) => {
      const { port } = await smtpServer({ [step]: reply });
      expect(await send(port)).toBeInstanceOf(ProviderUnavailable);
    },
  );

  // Gmail, Postfix with a policy, Microsoft 365, hosters, Amazon SES, Postfix, spam filters.
  test.each([
    '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\r\n550 5.4.5 sending limits go to',
    '550 5.7.1 Data command rejected: only 10 messages per day',
    '550 5.1.90 Your message cannot be sent because you have reached your daily limit for message recipients',
    '552 Message would take you over your relay quota of 500',
    '554 Message rejected: Email address is not verified.',
    '554 5.7.1 <ann@example.com>: Relay access denied',
    '550 relay not permitted',
    '550 Domain hark.example has exceeded the max emails per hour (500/500 (100%)) allowed: rate limited',
    '554 5.7.1 spam',
    '550 5.1.8 Sender address rejected',
    '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; the quota was exceeded',
    '554 5.2.252 SendAsDenied; hark@hark.example not allowed to send as hello@hark.example',
    '550 5.2.251 Sender throttled due to continuous invalid recipients errors',
    '550 5.2.2 Submission quota exceeded',
  ])('is a fault of the operator or passes: %s', async (reply) => {
    const { port } = await smtpServer({ [step]: reply });
    expect(await send(port)).toBeInstanceOf(ProviderAccountFault);
  });
});

describe('a password', () => {
  const credentials = () => expect.stringMatching(/^AUTH|c2VjcmV0|aGFyawBz/) as string;

  test('is not sent to a server without TLS', async () => {
    const { port, lines } = await smtpServer({ STARTTLS: '502 not implemented' });
    expect(await send(port, { query: '' })).toBeInstanceOf(ProviderUnavailable);
    expect(lines).not.toContainEqual(credentials());
    expect(lines).not.toContainEqual(expect.stringMatching(/^(MAIL|RCPT)/));
  });

  test('is sent to a relay without TLS if the URL says so', async () => {
    const { port, lines } = await smtpServer({});
    expect(await send(port)).toBeUndefined();
    expect(lines).toContainEqual(credentials());
  });

  test('is not needed by a relay without TLS', async () => {
    const { port, lines } = await smtpServer({}, []);
    expect(await send(port, { user: '', query: '' })).toBeUndefined();
    expect(lines).not.toContainEqual(credentials());
  });
});
