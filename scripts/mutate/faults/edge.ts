import type { Fault } from '../fault.ts';

const ENV = ['server/app/env/env.test.ts'];
const SECURITY = ['server/platform/http/security/security.test.ts'];
const STILL_SIGNED_IN = ['server/platform/http/sessions/still-signed-in.int.test.ts'];
const RESET = ['server/features/auth/mailed-links/password-reset.int.test.ts'];

/** Settings, HTTP, accounts, voices, do-not-call lists and input parsing: faults that open a security hole. */
export const EDGE_FAULTS: readonly Fault[] = [
  {
    file: 'server/app/env/env-rules.ts',
    find: 'if (refused.length > 0) {',
    replace: 'if (refused.length === EMULATORS.length) {',
    tests: ENV,
  },
  {
    file: 'server/app/env/env-rules.ts',
    find: "if (env.SESSION_SECRET === undefined) throw new EnvError('SESSION_SECRET: must be set in production');",
    replace: '',
    tests: ENV,
  },
  {
    file: 'server/app/env/env-rules.ts',
    find: 'if (isLive && local.carrier)',
    replace: 'if (isLive && local.payments)',
    tests: ENV,
  },
  {
    file: 'server/app/env/env-rules.ts',
    find: '(env.STRIPE_PUBLISHABLE_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined)',
    replace: 'env.STRIPE_PUBLISHABLE_KEY === undefined',
    tests: ENV,
  },
  {
    file: 'server/app/env/env.ts',
    find: "return NODE_ENV !== 'production' && isReachedDirectly;",
    replace: "return NODE_ENV !== 'production' || isReachedDirectly;",
    tests: ENV,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: `frameAncestors: ["'none'"]`,
    replace: `frameAncestors: ["'self'"]`,
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: `...(options.dev ? ["'unsafe-inline'"] : [])`,
    replace: `"'unsafe-inline'"`,
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: 'hsts: options.secure',
    replace: 'hsts: false',
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: 'origin !== `${req.protocol}://${req.host}`',
    replace: '!origin.endsWith(req.host)',
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: "site !== undefined && site !== 'same-origin'",
    replace: "site !== undefined && site !== 'same-site' && site !== 'same-origin'",
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/security.ts',
    find: 'if (apiKeyOf(req) !== undefined) return false;',
    replace: '',
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/security/client-networks.ts',
    find: "LOOPBACK.test(socket.remoteAddress ?? '') && ",
    replace: '',
    tests: SECURITY,
  },
  {
    file: 'server/platform/http/sessions/sessions.ts',
    find: 'return hashSecret(sid);',
    replace: 'return sid;',
    tests: ['server/platform/http/sessions/session-cookies.int.test.ts'],
  },
  {
    file: 'server/platform/http/sessions/sessions.ts',
    find: 'return stored != null && isActive(stored, clock.now().getTime());',
    replace: 'return stored?.user !== undefined;',
    tests: STILL_SIGNED_IN,
  },
  {
    file: 'server/platform/http/sessions/authenticate.ts',
    find: 'return isSessionActive(req, clock);',
    replace: 'return sessionUser(req, clock) !== null;',
    tests: STILL_SIGNED_IN,
  },
  {
    file: 'server/platform/http/sessions/authenticate.ts',
    find: 'user !== null && (await isOpen(user.uid)) ? user : null',
    replace: 'user',
    tests: STILL_SIGNED_IN,
  },
  {
    file: 'server/platform/http/error-response.ts',
    find: "appError ?? new AppError('INTERNAL', 'An unexpected error occurred')",
    replace: "appError ?? new AppError('INTERNAL', String((error as Error).stack))",
    tests: SECURITY,
  },
  {
    file: 'server/features/auth/mailed-links/mailed-link-store.ts',
    find: 'usedAt: { $exists: false },',
    replace: '',
    tests: RESET,
  },
  {
    file: 'server/features/auth/passwords/passwords.ts',
    find: 'const same = await queued(',
    replace: 'const same = passwordHash !== undefined && await queued(',
    tests: ['server/features/auth/passwords/passwords.test.ts'],
  },
  {
    file: 'server/features/auth/revoke-access.ts',
    find: 'const result = await write();\n  await revoke();',
    replace: 'const result = await write();',
    tests: RESET,
  },
  {
    file: 'server/features/auth/registration/register.ts',
    find: '(await deps.users.useRegistration(uid, registration.id))',
    replace: 'deps.users.useRegistration(uid, registration.id)',
    tests: ['server/features/auth/registration/registration.int.test.ts'],
  },
  {
    file: 'server/emulators/objects/url-signer.ts',
    find: '.update(`${purpose}\\n${text}`)',
    replace: '.update(text)',
    tests: ['server/emulators/objects/url-signer.test.ts'],
  },
  {
    file: 'server/features/voices/cloning/clone-voice.ts',
    find: 'await deps.speech.deleteVoice(result.providerVoiceId);',
    replace: 'void stored;',
    tests: ['server/features/voices/cloning/cloning.int.test.ts'],
  },
  {
    file: 'server/features/voices/library.ts',
    find: 'if (voice?.userId !== uid) return undefined;',
    replace: 'if (voice === undefined) return undefined;',
    tests: ['server/features/voices/voices.int.test.ts'],
  },
  {
    file: 'server/features/do-not-call/suppressions/room-store.ts',
    find: '$inc: { listed: inserted, reserved: -wanted }',
    replace: '$inc: { reserved: -wanted }',
    tests: ['server/features/do-not-call/suppressions/confirmed-numbers.int.test.ts'],
  },
  {
    file: 'shared/drop-schedule.ts',
    find: 'Date.parse(zoned ? trimmed : `${trimmed}Z`)',
    replace: 'Date.parse(trimmed)',
    tests: ['shared/drop-schedule.test.ts'],
  },
  {
    file: 'shared/contacts/contact-list.ts',
    find: 'numbers.dialled.has(String(dialled)) || ',
    replace: '',
    tests: ['shared/contacts/contact-list.test.ts'],
  },
  {
    file: 'shared/messages/message-template.ts',
    find: 'Object.hasOwn(PLACEHOLDER_FIELDS, name)',
    replace: 'name in PLACEHOLDER_FIELDS',
    tests: ['shared/messages/message-template.test.ts'],
  },
  {
    file: 'shared/contacts/csv-cutter.ts',
    find: 'isReturn && (at + 1 >= length || codes[at + 1] === this.#newlineCode)',
    replace: 'isReturn && codes[at + 1] === this.#newlineCode',
    tests: ['shared/contacts/csv-reader.test.ts'],
  },
  {
    file: 'server/features/auth/auth-feature.ts',
    find: 'emailConfirmed: emailVerifiedAt !== undefined',
    replace: 'emailConfirmed: true',
    tests: ['server/features/auth/registration/registration.int.test.ts'],
  },
  {
    file: 'server/features/drops/notifications/notify-owner.ts',
    find: 'owner.emailConfirmed ? notice.name : undefined',
    replace: 'notice.name',
    tests: ['server/features/drops/notifications/notify-owner.test.ts'],
  },
  {
    file: 'server/features/auth/limits/client-limits.ts',
    find: ', ...ofSite, total]',
    replace: ', total]',
    tests: ['server/features/auth/limits/client-limits.long.test.ts'],
  },
];
