/** Says when a follower must look again, and when it has. */
export type Turns = {
  /** Asks for another turn; resolves when one that began after this call has ended. */
  want(): Promise<void>;
  /** Whether somebody asked for a turn that has not begun. */
  isWanted(): boolean;
  /** Waits until a turn is wanted, and begins it; false after `stop`. */
  begin(): Promise<boolean>;
  /** The turn that has begun is over. */
  end(): void;
  /** No turn begins any more. */
  stop(): void;
};

/** Builds the turns of one follower. The first turn can begin at once. */
export function createTurns(): Turns {
  let isStopped = false;
  let isWanted = true;
  let wanted = Promise.withResolvers<void>();
  let next = Promise.withResolvers<void>();
  let present = next;
  wanted.resolve();
  return {
    want() {
      isWanted = true;
      wanted.resolve();
      return next.promise;
    },
    isWanted: () => isWanted,
    async begin() {
      await wanted.promise;
      if (isStopped) return false;
      isWanted = false;
      present = next;
      next = Promise.withResolvers();
      wanted = Promise.withResolvers();
      return true;
    },
    end: () => present.resolve(),
    stop() {
      isStopped = true;
      wanted.resolve();
    },
  };
}
