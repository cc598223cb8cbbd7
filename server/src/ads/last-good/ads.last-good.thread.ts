import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../kit/process/thread.ts';
import { createLastGoodWriter } from './ads.last-good.file.ts';

/** Writes the last good ads. SQLite is synchronous, and a disk that hangs must not delay the answers to phones. */
answerCalls(createLastGoodWriter(workerData as string));
