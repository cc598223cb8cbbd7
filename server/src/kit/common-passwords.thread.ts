import { dictionary } from '@zxcvbn-ts/language-common';
import { answerCalls } from './process/thread.ts';

/** The methods of the thread. */
export type CommonPasswordsMethods = { list(): string };

/* Unpacks the list of common passwords (about 60 ms) into one text. */
answerCalls({
  list: () => `\n${dictionary['passwords-common'].join('\n').toLowerCase()}\n`,
} satisfies CommonPasswordsMethods);
