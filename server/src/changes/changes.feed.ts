/** Tells the followers of this process that the change log grew; they read it themselves (design, section 7). */
export type ChangesFeed = {
  /** Called after every commit that wrote to the log. */
  announce(): void;
  /** Answers a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
};

/** Builds the feed of one process. */
export function createChangesFeed(): ChangesFeed {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
