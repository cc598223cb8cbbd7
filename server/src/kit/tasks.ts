/** Repeated tasks, by name, and whether they still run. */
export type Tasks = {
  /** Begins to watch a task. The returned function must be called at each success. */
  watch(name: string, everyMs: number): () => void;
  /** Returns the seconds for which each task has been late. */
  late(): Map<string, number>;
};

/** Runs the same work, and reports its successes. */
export function watched<T>(
  tasks: Pick<Tasks, 'watch'>,
  { name, everyMs }: { name: string; everyMs: number },
  work: () => Promise<T>,
): () => Promise<T> {
  const done = tasks.watch(name, everyMs);
  return async () => {
    const result = await work();
    done();
    return result;
  };
}

/** Builds it. `now`: milliseconds of a clock that nobody sets. */
export function createTasks(now: () => number = () => performance.now()): Tasks {
  const tasks = new Map<string, { everyMs: number; lastAt: number }>();
  return {
    watch(name, everyMs) {
      const task = { everyMs, lastAt: now() };
      tasks.set(name, task);
      return () => {
        task.lastAt = now();
      };
    },
    late() {
      const at = now();
      const lateOf = ({ everyMs, lastAt }: { everyMs: number; lastAt: number }) =>
        Math.max(0, at - lastAt - everyMs) / 1000;
      return new Map([...tasks].map(([name, task]) => [name, lateOf(task)]));
    },
  };
}
