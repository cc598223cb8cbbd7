// The runner of the conformance suite on Node: commands on stdin, answers on stdout.
import { createInterface } from 'node:readline';
import { fileStorage } from '../file-storage.ts';
import { createRunner } from './commands.ts';

const run = createRunner(fileStorage);
for await (const line of createInterface({ input: process.stdin })) console.log(await run(line));
