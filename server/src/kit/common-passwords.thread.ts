import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';

/* A thread that unpacks the list of common passwords (about 60 ms) and sends it back as one text. */
parentPort?.postMessage(`\n${dictionary['passwords-common'].join('\n').toLowerCase()}\n`);
