/** A `Storage` in memory, which lives as long as the page. */
function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, String(value)),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

type Kind = 'sessionStorage' | 'localStorage';

function isUsable(kind: Kind): boolean {
  const probe = 'adwarden.probe';
  try {
    window[kind].setItem(probe, probe);
    window[kind].removeItem(probe);
    return true;
  } catch {
    return false;
  }
}

/**
 * If the browser blocks site storage, even reading `window.localStorage` throws. This replaces it by memory, for
 * libraries too. A module that uses storage at import time must import this file first.
 */
function replaceBlockedStorage(): void {
  for (const kind of ['sessionStorage', 'localStorage'] as const) {
    if (isUsable(kind)) continue;
    Object.defineProperty(window, kind, { value: memoryStorage(), configurable: true });
  }
}

if (typeof window !== 'undefined') replaceBlockedStorage();

// Without it TypeScript takes this file for a script, whose names are global.
export {};
