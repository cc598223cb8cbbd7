import { parentPort, workerData } from 'node:worker_threads';
import { openToWrite } from '../../db/open-beside.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../kit/logger.ts';
import { standBack } from '../../kit/thread-priority.ts';
import { composeChangeLog } from '../compose-findings.ts';
import { connectCalls } from '../threads/thread.calls.ts';
import type { BatchAnswers, BatchSettings, ServingAnswers } from './batches.messages.ts';
import { composeCarryOut } from './compose-carry-out.ts';

/* The thread that carries out batches, beside the thread that answers the ads (ADR 43). */

if (!parentPort) throw new Error('This file is the program of a thread');
// Not lower than this: other people's saves wait for its transactions.
standBack();

const port = parentPort;
const { dataDir, postgres, appsPerOwner, logLevel } = workerData as BatchSettings;
const logger = createLogger(logLevel);
const database = openToWrite(
  { dataDir, postgres },
  {
    async take() {
      const turn = await call('takeTurn', null);
      return { place: 0, leave: () => void call('leaveTurn', turn) };
    },
  },
);
const { db } = database;
// Nobody has to be told: all processes watch the database, this one too.
const feed = { announce: async () => {} };
const { changeLog } = composeChangeLog(db, feed, systemClock, logger);

const answers: BatchAnswers = {
  carryOutNext: composeCarryOut({ db, changeLog, logger, appsPerOwner }),

  async end() {
    await database.close();
    // After the answer.
    setImmediate(() => port.close());
  },
};

const { call } = connectCalls<ServingAnswers>(port, answers);
