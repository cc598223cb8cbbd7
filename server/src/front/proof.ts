import { answerTo, proofPath } from '../kit/proof.ts';
import { answerByHand, type MayAnswer, reads } from './answer-by-hand.ts';

/** Answers the doctor's question whether this installation is behind an address; for all others there is no such path. */
export const answerProof =
  (keys: () => readonly Buffer[]): MayAnswer =>
  (request, response) => {
    if (!reads(request, proofPath)) return false;
    const proof = answerTo(new URL(request.url ?? '', 'http://office').searchParams, keys());
    if (proof === null) return false;
    answerByHand(response, 200, JSON.stringify({ proof }));
    return true;
  };
