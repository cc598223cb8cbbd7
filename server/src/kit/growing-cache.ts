import { LRUCache } from 'lru-cache';

/**
 * Builds a cache of at most `most` entries that starts small. With `max`, it would reserve the room of all of them at the start.
 */
export const growingCache = <Value extends {}>(most: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
