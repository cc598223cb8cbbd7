/**
 * Deletes the functions that an old engine does not have. A client that uses one of them then fails in the suite.
 * It runs in Node and in a page of a browser, so it must not use anything outside its own body.
 */
export function deleteNewer(engine: 'react-native' | 'web-view-2021'): void {
  const world = globalThis as unknown as Record<string, unknown>;
  const since2021: [object, string[]][] = [
    [world, ['structuredClone', 'AggregateError', 'WeakRef', 'FinalizationRegistry']],
    [Object, ['hasOwn', 'groupBy']],
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toSpliced', 'with']],
    [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
    [Promise, ['any', 'withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
  ];
  const inReactNative: [object, string[]][] = [
    [world, ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'TextDecoder']],
    [world, ['ReadableStream', 'queueMicrotask', 'globalThis']],
    [Object, ['fromEntries']],
    [Array.prototype, ['flat', 'flatMap']],
    [String.prototype, ['replaceAll', 'matchAll', 'trimStart', 'trimEnd']],
    [Promise.prototype, ['finally']],
    [Promise, ['allSettled']],
  ];
  const newer = engine === 'react-native' ? [...since2021, ...inReactNative] : since2021;
  for (const [place, names] of newer) {
    for (const name of names) delete (place as Record<string, unknown>)[name];
  }
}
