import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';

/* Unpacks the list of common passwords, which takes some 60 ms, and hands it over as one text. */
parentPort?.postMessage(`\n${dictionary['passwords-common'].join('\n').toLowerCase()}\n`);
