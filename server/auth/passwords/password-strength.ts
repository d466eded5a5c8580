import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AppError } from '#server/lib/errors.ts';
import {
  ESTIMATE_BOUNDS,
  isGuessable,
  ownWordsOf,
  TOO_EASY,
  type OwnWords,
} from '#shared/password-strength.ts';

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loads the estimator and its lists of common passwords and words, some MB, when it is first needed. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Estimator({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    ...ESTIMATE_BOUNDS,
  });
}

/**
 * Throws `AppError` INVALID_INPUT naming `password` if a new password is among the common ones, or made of words that
 * others know of its owner.
 */
export async function refuseGuessable(password: string, owner: OwnWords): Promise<void> {
  estimator ??= loadEstimator();
  const words = ownWordsOf(owner);
  const { score } = (await estimator).check(password, words);
  if (isGuessable(password, score, words))
    throw new AppError('INVALID_INPUT', TOO_EASY, { fields: { password: TOO_EASY } });
}
