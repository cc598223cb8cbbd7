import cluster from 'node:cluster';

/** Which of the processes that serve on this machine this is, from 1; the first does what only one may do. */
export type Worker = { id: number; count: number };

/** The worker of a process that serves alone. */
export const onlyWorker: Worker = { id: 1, count: 1 };

/** Where a worker is told its number; one that is started again gets that of its predecessor. */
export const workerVariable = 'ADWARDEN_WORKER';

/** Whether this process was started by the supervisor, and not alone or by somebody else's cluster. */
export const isWorker = (): boolean => cluster.isWorker && workerVariable in process.env;

/** Which of `count` workers this process is. */
export function workerHere(count: number): Worker {
  return isWorker() ? { id: Number(process.env[workerVariable]), count } : onlyWorker;
}
