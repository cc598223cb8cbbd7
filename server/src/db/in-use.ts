const emptyWithinMs = 10_000;

/** The connections that Kysely uses now. Closing the database waits until there are none. */
export class InUse<Connection> {
  readonly #held = new Set<Connection>();
  #onEmpty: (() => void) | undefined;

  add(connection: Connection): void {
    this.#held.add(connection);
  }

  delete(connection: Connection): void {
    this.#held.delete(connection);
    if (this.#held.size === 0) this.#onEmpty?.();
  }

  /** Resolves when none is used, at the latest after 10 s. */
  async empty(): Promise<void> {
    if (this.#held.size === 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, emptyWithinMs);
      this.#onEmpty = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}
