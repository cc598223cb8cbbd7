import type { Scenario } from '../scenario.ts';
import { answerScenarios } from './answers.ts';
import { causeScenarios } from './causes.ts';
import { networkScenarios } from './network.ts';
import { stateScenarios } from './states.ts';
import { storeScenarios } from './stores.ts';
import { wakingScenarios } from './waking.ts';

/** Every scenario of the suite, the same for every client. */
export const scenarios: Scenario[] = [
  ...answerScenarios,
  ...stateScenarios,
  ...networkScenarios,
  ...storeScenarios,
  ...causeScenarios,
  ...wakingScenarios,
];
