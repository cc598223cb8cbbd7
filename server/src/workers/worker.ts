import cluster from 'node:cluster';

/** The number of this worker, from 1, and how many there are. Only the first does what must be done once. */
export type Worker = { id: number; count: number };

/** The worker of a process that serves alone. */
export const onlyWorker: Worker = { id: 1, count: 1 };

/** The environment variable with a worker's number. A worker that replaces another gets the same number. */
export const workerVariable = 'ADWARDEN_WORKER';

/** Whether the supervisor has started this process: not a person, and not another program that uses `cluster`. */
export const isWorker = (): boolean => cluster.isWorker && workerVariable in process.env;

/** Which of `count` workers this process is. */
export function workerHere(count: number): Worker {
  return isWorker() ? { id: Number(process.env[workerVariable]), count } : onlyWorker;
}
