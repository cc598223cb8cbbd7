import { openToWrite } from '../../db/open-beside.ts';
import { systemClock } from '../../kit/clock.ts';
import { createLogger } from '../../kit/logger.ts';
import { composeChangeLog } from '../compose-findings.ts';
import { connectCalls } from '../threads/thread.calls.ts';
import { beginThread, endThread } from '../threads/thread.program.ts';
import type { BatchAnswers, BatchSettings, ServingAnswers } from './batches.messages.ts';
import { composeCarryOut } from './compose-carry-out.ts';

/* The thread that carries out batches, beside the thread that answers the ads (ADR 43). */

// Its priority must not become lower later: other people's saves wait for its transactions.
const { settings, port } = beginThread<BatchSettings>();
const { appsPerOwner, logLevel } = settings;
const logger = createLogger(logLevel);
const database = openToWrite(settings, {
  async take() {
    const turn = await call('takeTurn', null);
    return { place: 0, leave: () => void call('leaveTurn', turn) };
  },
});
const { db } = database;
// Nobody has to be told: all processes watch the database, this one too.
const feed = { announce: async () => {} };
const { changeLog } = composeChangeLog(db, feed, systemClock, logger);

const carryOutNext = composeCarryOut({ db, changeLog, logger, appsPerOwner });

const answers: BatchAnswers = {
  carryOutNext: ({ batchID, restShare }) => carryOutNext(batchID, restShare),

  end: () => endThread(port, database),
};

const { call } = connectCalls<ServingAnswers>(port, answers);
