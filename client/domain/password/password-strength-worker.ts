import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import {
  ESTIMATE_BOUNDS,
  ownWordsOf,
  strengthOf,
  type OwnWords,
  type Strength,
} from '#shared/password-strength.ts';

export interface StrengthRequest {
  id: number;
  password: string;
  owner: OwnWords;
}

export interface StrengthReply {
  /** The id of the request. */
  id: number;
  strength: Strength;
}

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  ...ESTIMATE_BOUNDS,
});

self.addEventListener('message', ({ data }: MessageEvent<StrengthRequest>) => {
  const words = ownWordsOf(data.owner);
  const { score } = estimator.check(data.password, words);
  const reply: StrengthReply = { id: data.id, strength: strengthOf(data.password, score, words) };
  self.postMessage(reply);
});
