import type { Endpoint } from '../../src/front/endpoint.ts';
import { fixedAnswer, Head } from '../../src/kit/answers/answer.ts';

/** Returns an endpoint that answers every request for a path by 200 without a body. */
export function endpointAt(path: string, onAnswer: () => void = () => {}): Endpoint {
  const empty = fixedAnswer(new Head(200, ['Content-Length', '0']));
  return {
    path,
    fields: [],
    answer() {
      onAnswer();
      return empty;
    },
    fault(error) {
      throw error;
    },
  };
}
