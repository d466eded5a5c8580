import {
  createChallengeModel,
  createChallengeStore,
  type ChallengeStore,
} from '#server/features/auth/passkeys/challenge-store.ts';
import {
  createPasskeyModel,
  createPasskeyStore,
  type PasskeyStore,
} from '#server/features/auth/passkeys/passkey-store.ts';
import {
  createFactorResetStore,
  type FactorResetStore,
} from '#server/features/auth/second-factor/factor-reset-store.ts';
import {
  createSecondFactorModel,
  createSecondFactorStore,
  type SecondFactorStore,
} from '#server/features/auth/second-factor/second-factor-store.ts';
import { callsOf, type StoreCases } from './store-cases.ts';

const newFactor = (enabledAt: Date) => ({
  secret: 'sealed',
  enabledAt,
  lastStep: 1,
  recoveryCodes: ['hash'],
});

const secondFactors: StoreCases<SecondFactorStore> = {
  file: 'server/features/auth/second-factor/second-factor-store.ts',
  open: ({ connection }) => createSecondFactorStore(createSecondFactorModel(connection)),
  calls: {
    byUser: (store) => store.byUser('u-7'),
    beginSetup: (store, { now }) =>
      store.beginSetup('u-new', { secret: 'sealed', session: 'session-7', at: now }, now),
    enable: (store, { now }) => store.enable('u-new', newFactor(now)),
    useStep: (store) => store.useStep('u-7', 2, 'sealed'),
    useRecoveryCode: (store) => store.useRecoveryCode('u-7', 'hash'),
    replaceRecoveryCodes: (store, { now }) =>
      store.replaceRecoveryCodes({ _id: 'u-7', ...newFactor(now) }, ['other']),
    sealedWith: (store) => store.sealedWith('older.', 10),
    countSealedOtherwise: (store) => store.countSealedOtherwise(['sealed', 'older.']),
    reseal: (store) => store.reseal('u-7', 'sealed', 'sealed again'),
    remove: (store) => store.remove('u-8'),
    erase: (store) => store.erase('u-9'),
  },
};

const factorResets: StoreCases<FactorResetStore> = {
  file: 'server/features/auth/second-factor/factor-reset-store.ts',
  open: ({ connection }) => createFactorResetStore(createSecondFactorModel(connection)),
  calls: {
    ask: (store, { now }) => store.ask('u-7', now),
    cancel: (store) => store.cancel('u-7'),
    asked: (store) => store.asked(10),
    schedule: (store, { now }) => store.schedule({ _id: 'u-7', resetAskedAt: now }, now),
    due: (store, { now }) => store.due(now, 10),
    remove: (store, { now }) => store.remove({ _id: 'u-6', resetAt: now }),
  },
};

const passkey = (createdAt: Date) => ({
  _id: 'passkey-new',
  uid: 'u-none',
  name: 'Laptop',
  publicKey: 'key',
  counter: 0,
  transports: [],
  createdAt,
});

const passkeys: StoreCases<PasskeyStore> = {
  file: 'server/features/auth/passkeys/passkey-store.ts',
  open: ({ connection }) => createPasskeyStore(createPasskeyModel(connection)),
  calls: {
    byId: (store) => store.byId('passkey-7'),
    ofUser: (store) => store.ofUser('u-1'),
    insert: (store, { now }) => store.insert(passkey(now)),
    recordUse: (store, { now }) => store.recordUse(passkey(now), 1, now),
    remove: (store) => store.remove('u-1', 'passkey-7'),
    removeAll: (store) => store.removeAll('u-2'),
  },
};

const challenges: StoreCases<ChallengeStore> = {
  file: 'server/features/auth/passkeys/challenge-store.ts',
  open: ({ connection, clock }) => createChallengeStore(createChallengeModel(connection), clock),
  calls: {
    issue: (store) => store.issue('sign-in', null),
    redeem: (store) => store.redeem('challenge', 'sign-in', null),
  },
};

export const secondFactorCalls = [
  ...callsOf(secondFactors),
  ...callsOf(factorResets),
  ...callsOf(passkeys),
  ...callsOf(challenges),
];
