import { LRUCache } from 'lru-cache';

/** A cache of at most so many entries that begins small. With `max`, it would take the room of all of them at the start. */
export const growingCache = <Value extends {}>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
