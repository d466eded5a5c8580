import { useEffect, useRef, useState } from 'react';
import type { OwnWords, Strength } from '#shared/password-strength.ts';
import { openEstimator, type StrengthEstimator } from './strength-estimator.ts';

/** The pause in typing after which a password is estimated, in milliseconds. */
const PAUSE_MS = 150;

/** The last estimate; `failed` if there is no estimator. */
type Estimate = Strength | 'failed' | undefined;

/**
 * Estimates a password while it is typed. The estimator is loaded when `start` is first called, or when there is a
 * password. Returns no strength for an empty password.
 */
export function usePasswordStrength(password: string, { email, displayName, companyName }: OwnWords) {
  const [started, setStarted] = useState(false);
  const [estimate, setEstimate] = useState<Estimate>();
  const estimator = useRef<StrengthEstimator | null>(null);
  const isFilled = password !== '';
  const isWanted = started || isFilled;

  useEffect(() => {
    if (!isWanted || estimator.current !== null) return;
    const onFailed = () => {
      setEstimate('failed');
    };
    try {
      estimator.current = openEstimator({ onStrength: setEstimate, onFailed });
    } catch {
      onFailed();
    }
  }, [isWanted]);

  useEffect(
    () => () => {
      estimator.current?.close();
      estimator.current = null;
    },
    [],
  );

  useEffect(() => {
    if (!isFilled) return undefined;
    const timer = setTimeout(() => {
      estimator.current?.estimate(password, { email, displayName, companyName });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isFilled, password, email, displayName, companyName]);

  return {
    strength: isFilled && estimate !== 'failed' ? estimate : undefined,
    failed: estimate === 'failed',
    start: () => {
      setStarted(true);
    },
  };
}
