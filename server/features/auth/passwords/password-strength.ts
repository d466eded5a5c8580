import { invalidField } from '#server/platform/lib/errors.ts';
import { isGuessable, ownWordsOf, TOO_EASY, type OwnWords } from '#shared/password-strength.ts';
import { EstimatorThread } from './estimator-thread.ts';

const estimator = new EstimatorThread();

/**
 * Throws `AppError` INVALID_INPUT naming `password` if a new password is among the common ones, or made of words that
 * others know of its owner.
 */
export async function refuseGuessable(password: string, owner: OwnWords): Promise<void> {
  const words = ownWordsOf(owner);
  if (isGuessable(password, await estimator.score(password, words), words))
    throw invalidField('password', TOO_EASY);
}
